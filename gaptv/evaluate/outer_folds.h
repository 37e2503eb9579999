// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/fold_assignment.h"

namespace gaptv {

// Holds the rows of one fold (test) and all others (train).
struct OuterSplit {
  Dataset train;
  Dataset test;
};

// Deals rows to folds, each to be predicted by models that did not see it. The folds are those of
// gaptv/data/fold_assignment.h, by content, under a seed that differs from the one that the models get for folds of
// their own: otherwise each of theirs would lack a part.
class OuterFolds {
 public:
  // Refers to the data. Throws InvalidInput if there are fewer observations than folds.
  OuterFolds(const DataView& data, const FoldOptions& options, Progress& progress);

  std::size_t count() const { return count_; }
  // Splits the rows into those of a fold and all others. Throws InvalidInput if the fold is empty: rows with the same
  // content may leave one without any.
  OuterSplit split(std::size_t fold) const;

 private:
  const DataView& data_;
  std::size_t count_;
  FoldAssignment assignment_;
};

}  // namespace gaptv
