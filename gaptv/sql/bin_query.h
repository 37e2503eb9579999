// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/sql/dialect.h"

namespace gaptv::sql {

// A column whose bin is wanted: how many of the edges, which increase, are <= its value.
struct BinnedColumn {
  std::string column;
  std::string bin;  // the name of the bin
  std::vector<double> edges;
};

// What else is selected.
struct NamedExpression {
  std::string expression;
  std::string name;
};

// Writes a query of the rows of another one with their bins and with these expressions of its columns. Values are
// finite. There may be further columns.
std::string with_bins(const Dialect& dialect, const std::vector<BinnedColumn>& binned,
                      const std::vector<NamedExpression>& others, const std::string& query);

}  // namespace gaptv::sql
