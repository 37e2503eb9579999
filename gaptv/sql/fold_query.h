// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gaptv/sql/table_columns.h"

namespace gaptv::sql {

// Says how rows are dealt to folds (gaptv/data/fold_rule.h).
struct FoldRule {
  std::size_t folds = 1;
  std::uint64_t seed = 0;
  std::vector<int> scales = {};  // of features, outcome and exposure
  bool divides_copies = false;   // the outcome is discrete (gaptv/data/fold_assignment.h)
  bool is_by_weight = false;     // copies are numbered in the order of their weights, and never divided
};

// Writes a query of the rows with the number of the fold, gf, that each is in. Where copies are divided, a row stands
// for all the copies of its content that are in one fold, and gw says how many these are.
std::string rows_with_folds(const RowQuery& rows, const FoldRule& rule);

// Tells whether such rows have a column gw.
bool have_weights(const RowQuery& rows, const FoldRule& rule);

}  // namespace gaptv::sql
