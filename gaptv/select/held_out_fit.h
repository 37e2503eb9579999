// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/base/progress.h"
#include "gaptv/select/folded_data.h"

namespace gaptv {

// Mean deviances of a held-out observation.
struct PlainHeldOut {
  double error = 0;
  double standard_error = 0;  // from the spread between folds
  double error_of_one = 0;    // if one value is predicted for all
};

// Repeats the fit of one lambda without each fold, and measures its error on this one.
PlainHeldOut measure_held_out_fit(const FoldedData& data, double lambda, std::size_t threads, Progress& progress);

}  // namespace gaptv
