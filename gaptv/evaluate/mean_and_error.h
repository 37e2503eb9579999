// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>

#include "gaptv/base/export.h"

namespace gaptv {

// Holds the mean of some values and the standard error of that mean, which is NaN for a single value; both are NaN if
// there are no values.
struct MeanAndError {
  double mean;
  double standard_error;
};
GAPTV_API MeanAndError mean_and_error(std::span<const double> values);

}  // namespace gaptv
