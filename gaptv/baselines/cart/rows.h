// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/base/raw_array.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/fold_assignment.h"

namespace gaptv {

// Describes one row as a scan along a feature meets it.
struct CartEntry {
  double outcome;      // the number of the class, from 0, in a tree of classes
  std::uint32_t row;   // which row it is
  std::uint32_t rank;  // which of the distinct values of the feature it has
};

// Holds what a tree is grown from: the rows in the order of each feature, sorted once. Growing only ever divides these
// lists, keeping their order.
struct CartRows {
  // These are the distinct values of each feature, increasing.
  std::shared_ptr<const std::vector<std::vector<double>>> values;
  // Each feature has every row once, ordered by its value; rows with equal values are ordered by outcome, then by
  // weight. So sums along a list do not depend on the order in which the rows were given, to the last bit.
  std::vector<RawArray<CartEntry>> by_feature;
  std::vector<double> weight;  // of each row that was given; empty: 1 each
  bool counts_copies = false;  // a row of weight 3 is three rows, for limits too; otherwise it is one, as in rpart
  std::size_t classes = 0;     // 0: the outcomes are numbers

  std::size_t count() const { return by_feature.front().size(); }
  std::size_t features() const { return by_feature.size(); }
  CartRows copy() const;
  double weight_of(std::uint32_t row) const { return weight.empty() ? 1.0 : weight[row]; }
  // Returns how many rows it counts as, as far as limits are concerned.
  double count_of(std::uint32_t row) const { return counts_copies ? weight_of(row) : 1.0; }
};

// Sorts the rows; outcomes are as data.outcome has them. O(n log n) for each feature; features are sorted side by side.
CartRows sort_rows(const DataView& data, std::size_t classes, std::size_t threads, Progress& progress);

// Returns the rows of all folds but one. A row whose copies are in several folds stays, with the weight that the others
// have.
CartRows rows_without_fold(const CartRows& rows, const FoldAssignment& folds, std::size_t fold);

}  // namespace gaptv
