// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>

#include "gaptv/regions/region_choice.h"

namespace gaptv {

// Records the error on held-out rows of the regions that a fit returns: mean deviances of an observation, which for
// squared errors are mean squares.
struct HeldOut {
  std::string kind;       // "recipe" or "nested" (HeldOutRule)
  std::size_t folds = 0;  // that were left out in turn
  double error = 0;
  double standard_error = 0;  // from the spread between folds
  double error_of_one = 0;    // if one value is predicted for all
  HeldOutCurve path;          // by number of regions; empty where cells are not joined
};

}  // namespace gaptv
