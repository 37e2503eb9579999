// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "gaptv/base/interval.h"
#include "gaptv/grid/quantiles.h"
#include "gaptv/sql/sql_answer.h"
#include "gaptv/sql/table_columns.h"

namespace gaptv::sql {

// Writes the questions that divide the values of columns into stretches, and reads their answers. Values of one stretch
// have the same code (bin_expression.h), and a stretch is divided by a code of more bits.
class SqlStretches {
 public:
  // Takes the column of each axis with its smallest and largest value.
  SqlStretches(std::vector<std::string> columns, const std::vector<Interval>& range);

  // Asks for the first stretches of all columns.
  std::string first(const RowQuery& rows);
  // Asks for what smaller stretches or single values those of each column are made of.
  std::string divide(const RowQuery& rows, const std::vector<std::vector<ValueStretch>>& crowded) const;
  // Reads either answer; weights that are not there are the rows.
  std::vector<std::vector<ValueStretch>> read(const SqlAnswer& answer, bool has_weights, double weight_unit);

 private:
  std::string divide_equal(const RowQuery& rows, std::size_t axis, int scale, const std::vector<double>& codes,
                           int bits) const;

  std::vector<std::string> columns_;
  std::vector<int> first_scales_;
  std::vector<int> largest_scales_;
  std::vector<std::map<double, int>> scales_;  // of the codes of stretches, by their lowest values
};

}  // namespace gaptv::sql
