// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/select/folded_data.h"

namespace gaptv {

// The held-out error along a path of lambdas.
struct GAPTV_API CrossValidation {
  std::vector<double> lambdas;         // decreasing
  std::vector<double> mean;            // held-out deviance per observation
  std::vector<double> standard_error;  // standard errors of the means, from the spread between folds
  // Standard errors of the differences between a mean and the smallest mean, from the spread of these differences
  // between folds. What all lambdas share, the noise of a fold's outcomes above all, cancels.
  std::vector<double> standard_error_of_difference;
  double worst_relative_gap = 0;  // over all fits that were made

  // These return the place of a lambda on the path.
  // The largest lambda among those with the smallest error is best.
  std::size_t best() const;
  // It is the largest lambda whose error is at most one standard error above the smallest.
  std::size_t best_within_one_standard_error() const;
  // It is the largest lambda whose error exceeds the smallest by at most one standard error of this difference.
  std::size_t best_by_paired_differences() const;
};

// Fits the model for each fold on the other folds and measures its error on this one. Folds without rows, or whose
// removal leaves nothing, are passed over. The result does not depend on the number of threads.
// Returns one curve for each share of relaxation (FoldedData::relax_without; 0: the fits as they are), from the same
// fits.
std::vector<CrossValidation> cross_validate(const FoldedData& data, const std::vector<double>& lambdas,
                                            const std::vector<double>& relaxations, std::size_t threads,
                                            Progress& progress);

}  // namespace gaptv
