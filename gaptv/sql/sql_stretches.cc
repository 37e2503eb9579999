// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/sql_stretches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/sql/bin_expression.h"

namespace gaptv::sql {
namespace {

constexpr int first_bits = 14;
// Values that are fetched at once, for all axes together.
constexpr double most_values = 200000;
// Parts that crowded stretches are divided into at once, about.
constexpr double most_parts = 65536;
constexpr int least_bits = 2;
constexpr int most_bits = 12;

// Counts the rows of a query by a column, gp, with the smallest and the largest value of x.
std::string grouped(std::size_t axis, int scale, const std::string& x, bool has_weights, const std::string& query) {
  return "SELECT " + std::to_string(axis) + " AS axis, " + std::to_string(scale) + " AS scale, count(*) AS n, " +
         (has_weights ? "sum(gw)" : "count(*)") + " AS w, min(" + x + ") AS lowest, max(" + x + ") AS highest FROM (" +
         query + ") gt GROUP BY gp";
}

}  // namespace

SqlStretches::SqlStretches(std::vector<std::string> columns, const std::vector<Interval>& range)
    : columns_(std::move(columns)), scales_(columns_.size()) {
  for (const Interval& of_axis : range) {
    first_scales_.push_back(scale_of_codes(of_axis.lowest, of_axis.highest, first_bits));
    constexpr int any = 4096;
    largest_scales_.push_back(scale_of_codes(of_axis.lowest, of_axis.highest, any));
  }
}

std::string SqlStretches::first(const RowQuery& rows) {
  std::string all;
  for (std::size_t axis = 0; axis < columns_.size(); ++axis) {
    const std::string& x = columns_[axis];
    const std::string coded = "SELECT " + x + (rows.has_weights() ? ", gw" : "") + ", " +
                              code_of(rows.dialect(), x, first_scales_[axis]) + " AS gp FROM (" + rows.rows() + ") gs";
    (all += all.empty() ? "" : " UNION ALL ") += grouped(axis, first_scales_[axis], x, rows.has_weights(), coded);
  }
  return all;
}

std::string SqlStretches::divide_equal(const RowQuery& rows, std::size_t axis, int scale,
                                       const std::vector<double>& codes, int bits) const {
  const std::string& x = columns_[axis];
  const Dialect& dialect = rows.dialect();
  std::string list;
  for (const double code : codes) {
    (list += list.empty() ? "" : ", ") += std::to_string(static_cast<std::int64_t>(code));
  }
  const std::string part = bits > 0 ? code_of(dialect, x, scale + bits) : x;
  const std::string coded = "SELECT " + x + (rows.has_weights() ? ", gw" : "") + ", " + part + " AS gp FROM (" +
                            rows.rows() + ") gs WHERE " + code_of(dialect, x, scale) + " IN (" + list + ")";
  return grouped(axis, scale + bits, x, rows.has_weights(), coded);
}

std::string SqlStretches::divide(const RowQuery& rows, const std::vector<std::vector<ValueStretch>>& crowded) const {
  double values = 0;
  double count = 0;
  for (const std::vector<ValueStretch>& axis : crowded) {
    for (const ValueStretch& stretch : axis) values += stretch.rows;
    count += static_cast<double>(axis.size());
  }
  const int bits = std::clamp(static_cast<int>(std::log2(most_parts / std::max(1.0, count))), least_bits, most_bits);
  std::string all;
  for (std::size_t axis = 0; axis < crowded.size(); ++axis) {
    std::map<std::pair<int, int>, std::vector<double>> codes;  // by scale and further bits; 0 bits: single values
    for (const ValueStretch& stretch : crowded[axis]) {
      const auto scale = scales_[axis].find(stretch.lowest);
      const int most = largest_scales_[axis];
      const bool is_fetched = values <= most_values || stretch.rows <= most_values / count || scale->second >= most;
      codes[{scale->second, is_fetched ? 0 : std::min(bits, most - scale->second)}].push_back(
          code_of(stretch.lowest, scale->second));
    }
    for (const auto& [how, of_codes] : codes) {
      (all += all.empty() ? "" : " UNION ALL ") += divide_equal(rows, axis, how.first, of_codes, how.second);
    }
  }
  return all;
}

std::vector<std::vector<ValueStretch>> SqlStretches::read(const SqlAnswer& answer, bool has_weights,
                                                          double weight_unit) {
  std::vector<std::vector<ValueStretch>> stretches(columns_.size());
  const auto number = [&](std::size_t column, std::size_t row) { return answer.columns[column].numbers.at(row); };
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    const auto axis = static_cast<std::size_t>(number(0, row));
    if (axis >= stretches.size()) throw InvalidInput("an answer is not one to its statement: it names another column");
    const double rows = number(2, row);
    stretches[axis].push_back(
        {number(4, row), number(5, row), rows, has_weights ? number(3, row) * weight_unit : rows});
    scales_[axis][number(4, row)] = static_cast<int>(number(1, row));
  }
  for (std::vector<ValueStretch>& axis : stretches) std::ranges::sort(axis, {}, &ValueStretch::lowest);
  return stretches;
}

}  // namespace gaptv::sql
