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

// Says which fold each row belongs to, by content, so that the order of the rows does not matter. Rows with the same
// features, outcome and exposure are copies of each other, whether they are repeated or weighted.
//   If the outcome is discrete (labels, counts, or at most max(10, sqrt(distinct rows)) distinct values) the k-th copy
//     goes to fold (hash(seed, features, outcome, exposure) + k) mod folds, by the hash of fold_rule.h. Copies are
//     observations; kept together they would put all the ones of a tied cell into one fold and all its zeros into
//     another.
//   Otherwise all copies go to fold hash mod folds. Copies of a continuous outcome are duplicates, and one of them in
//     the other folds would betray those that are held out.
// Weights that count copies mean just that; a row with any other weight is never divided, and such copies are numbered
// in the order of their weights.
//
// Where copies are divided, those of one content are laid end to end on a line; row i occupies
// [position, position + weight), and the stretch [k, k + 1) of the line belongs to fold (first_fold + k) mod folds.
struct FoldAssignment {
  std::size_t folds = 1;
  RawArray<std::uint16_t> fold;    // the row's fold; where rows are divided: first_fold of its content
  std::vector<double> position;    // empty unless rows are divided
  std::vector<int> scales;         // of the columns that were hashed (fold_rule.h); empty with one fold
  std::uint64_t content_hash = 0;  // the hash of all rows and weights, whatever their order

  // Returns how much of a row's weight belongs to a fold.
  double weight_in_fold(std::size_t row, double weight, std::size_t which) const {
    if (position.empty()) return fold[row] == which ? weight : 0.0;
    return length_in_fold(position[row] + weight, fold[row], which) - length_in_fold(position[row], fold[row], which);
  }

 private:
  // Returns how much of [0, end) belongs to the fold.
  double length_in_fold(double end, std::size_t first_fold, std::size_t which) const;
};

// Returns how many distinct values an outcome may take to be discrete, if so many rows differ.
std::size_t most_few_values(double distinct_rows);

// Counts the parts that the rows can be dealt to at most: copies can be told apart, a row of any other weight stays
// whole.
double count_divisible_observations(const DataView& data);

struct FoldOptions {
  std::size_t folds = 1;  // from 1 to 65535
  std::uint64_t seed = 0;
  bool is_discrete = false;  // the outcomes are labels or counts; other outcomes are discrete if few values recur
  std::size_t threads = 0;
  // Of features, outcome and exposure: those of the rows that these are added to. If they are not of so many columns,
  // the scales are those of these rows.
  std::vector<int> scales = {};
};

// Deals the rows to folds. Weights must be of a known kind (observations.h); automatic ones count copies. O(rows): rows
// are dealt to small tables by their hash, and contents are compared only where hashes agree.
FoldAssignment assign_folds(const DataView& data, const FoldOptions& options, Progress& progress);

}  // namespace gaptv
