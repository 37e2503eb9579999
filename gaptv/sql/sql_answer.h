// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gaptv::sql {

// Holds one column of an answer: numbers, with NaN for NULL, or texts, with empty ones for NULL.
struct SqlColumn {
  std::vector<double> numbers = {};
  std::vector<std::string> texts = {};

  std::size_t size() const { return texts.empty() ? numbers.size() : texts.size(); }
};

// Holds the columns of an answer in the order of the statement; their names do not matter.
struct SqlAnswer {
  std::vector<SqlColumn> columns = {};

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

// Runs one statement wherever the rows are. What it throws is passed on.
using RunSql = std::function<SqlAnswer(const std::string& statement)>;

}  // namespace gaptv::sql
