// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/loss.h"

namespace gaptv {

// How a penalty for all rows is carried over to a fit on fewer rows: lambda * (training weight / total
// weight)^exponent. Noise in a sum over a cell grows with the square root of its rows, and so does the penalty that
// just removes it; docs/theory/cross-validation.md has the measurements.
inline constexpr double lambda_carry_exponent = 0.5;

// The held-out error along a path of lambdas.
struct CrossValidation {
  std::vector<double> lambdas;         // decreasing
  std::vector<double> mean;            // held-out deviance per observation
  std::vector<double> standard_error;  // of the mean, from the spread between folds
  double worst_relative_gap = 0;       // over all fits that were made

  // The largest lambda among those with the smallest error.
  std::size_t best() const;
  // The largest lambda whose error is at most one standard error above the smallest.
  std::size_t best_within_one_standard_error() const;
};

// Cross-validation from cell statistics: folds[f] is the table of the rows of fold f; for each f the model is fitted on
// the other tables and its error measured on folds[f]. Costs cells, not rows. Folds without rows, or whose removal
// leaves nothing, are passed over. The same result for any number of threads.
CrossValidation cross_validate(const std::vector<CellTable>& folds, const std::vector<double>& lambdas,
                               const Loss& loss, std::size_t threads, Progress& progress);

}  // namespace gaptv
