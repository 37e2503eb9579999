// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Measures how far the probabilities of classes are from what happened. A row's error in a class is 1 - p if it belongs
// to the class, p if it does not. Weights count copies.
struct ClassErrors {
  double accuracy = 0;   // share of rows whose most probable class (of equal ones the first) is their own
  double log_loss = 0;   // mean over rows of -log(probability of the row's class)
  double deviance = 0;   // 2 * log_loss * observations
  double brier = 0;      // mean over rows of the sum over classes of squared errors: 0 to 2
  double rmse = 0;       // root of the mean over rows and classes of squared errors
  double mae = 0;        // mean over rows and classes of errors
  double max_error = 0;  // the largest
};

// Measures the errors of probabilities, given as one list per class. O(rows * classes).
ClassErrors class_errors(const std::vector<std::vector<double>>& probability,
                         const std::vector<std::size_t>& class_of_row, const DataView& data);

}  // namespace gaptv
