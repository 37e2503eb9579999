// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/baselines/cart/pruning.h"
#include "gaptv/baselines/cart/rows.h"
#include "gaptv/baselines/cart/tree.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/fold_assignment.h"

namespace gaptv {

// Holds for each row of a pruning table the error on rows held out, summed over all rows: squared deviations, or the
// weight of the rows whose class is another than the predicted one.
struct CartErrors {
  std::vector<double> sum;
  std::vector<double> standard_error;  // of the sum, from the spread between rows

  // Return rows of the table, i.e. trees: the one with the smallest error (of equal ones the smallest tree), and the
  // smallest tree whose error is at most one standard error above that.
  std::size_t best() const;
  std::size_t best_within_one_standard_error() const;
};

// Measures these errors. A fold's tree is grown on the other folds and pruned at a price typical of each row of the
// table: the geometric mean of the ends of its interval of alphas, times the share of the weight that the other folds
// have.
CartErrors cross_validate_tree(const DataView& data, const CartRows& rows, const FoldAssignment& folds,
                               const PruningTable& table, const CartLimits& limits, std::size_t threads,
                               Progress& progress);

}  // namespace gaptv
