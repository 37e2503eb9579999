// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>

#include "gaptv/base/export.h"

namespace gaptv {

// The mean of some values and the standard error of that mean: NaN of a single value; both NaN of none.
struct MeanAndError {
  double mean;
  double standard_error;
};
GAPTV_API MeanAndError mean_and_error(std::span<const double> values);

}  // namespace gaptv
