// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/data/fold_assignment.h"

namespace gaptv {

// Holds weighted rows that are set aside until all of them are known, because the folds of copies depend on the order
// of their weights.
class RowsSetAside {
 public:
  explicit RowsSetAside(std::size_t features) { rows_.features.resize(features); }

  // Takes a row with the hash of its content, and the fold of the first of its copies.
  void add(const DataView& data, std::size_t row, std::uint64_t hash, std::size_t first_fold);
  DataView view() const;

  // Deals each row to its first fold, or numbers the copies of each content in the order of their weights.
  FoldAssignment deal_without_copies(std::size_t folds) const;
  FoldAssignment deal(std::size_t folds) const;

 private:
  Dataset rows_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint16_t> first_folds_;
};

}  // namespace gaptv
