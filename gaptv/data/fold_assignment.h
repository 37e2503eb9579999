// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/base/raw_array.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Which fold each row belongs to, by content: the k-th copy of a row (rows with the same features, outcome and exposure
// are copies of each other, in any order) goes to fold (hash(seed, features, outcome) + k) mod folds. So the order of
// the rows does not matter, copies spread evenly, and a weight of 3 is exactly three copies.
//
// With weights, the copies of one content are laid end to end on a line; row i occupies [position, position + weight),
// and the stretch [k, k + 1) of the line belongs to fold (first_fold + k) mod folds. A fractional remainder thus goes
// whole to the fold after the last full copy.
struct FoldAssignment {
  std::size_t folds = 1;
  RawArray<std::uint16_t> fold;    // without weights: the row's fold; with weights: first_fold of its content
  std::vector<double> position;    // empty without weights
  std::uint64_t content_hash = 0;  // of all rows and weights, whatever their order

  // The share of a row's weight that belongs to a fold, with weights.
  double weight_in_fold(std::size_t row, double weight, std::size_t which) const {
    return length_in_fold(position[row] + weight, fold[row], which) - length_in_fold(position[row], fold[row], which);
  }

 private:
  // How much of [0, end) belongs to the fold.
  double length_in_fold(double end, std::size_t first_fold, std::size_t which) const;
};

// folds from 1 to 65535. O(rows): rows are dealt to small tables by their hash, and contents are compared only where
// hashes agree.
FoldAssignment assign_folds(const DataView& data, std::size_t folds, std::uint64_t seed, std::size_t threads,
                            Progress& progress);

}  // namespace gaptv
