// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/evaluate/mean_and_error.h"

namespace gaptv {

// Describes a method on held-out rows as a figure or a report shows it, by means over the folds with their standard
// errors; these are NaN where there is none.
struct ComparedMethod {
  std::string name;
  MeanAndError error;
  MeanAndError regions;
  MeanAndError seconds;
};

}  // namespace gaptv
