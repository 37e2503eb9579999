// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/bin_query.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "gaptv/sql/bin_expression.h"
#include "gaptv/sql/constant_array.h"

namespace gaptv::sql {
namespace {

// Fewer comparisons than these are a few hundred bytes of code.
constexpr std::size_t most_compared = 32;

// So many times the edges are halved until one bin is left.
std::size_t halvings(std::size_t edges) {
  return static_cast<std::size_t>(std::bit_width(edges));
}

// The edges with which values are compared at one halving, in the order of the numbers that are known of bins by then.
// Edges are filled up to one less than a power of two with infinity, which no value reaches.
std::vector<double> middle_edges(const std::vector<double>& edges, std::size_t halving) {
  const std::size_t width = std::size_t{1} << (halvings(edges.size()) - halving);
  std::vector<double> middles;
  for (std::size_t part = 0; part < std::size_t{1} << halving; ++part) {
    const std::size_t place = part * width + width / 2 - 1;
    middles.push_back(place < edges.size() ? edges[place] : std::numeric_limits<double>::infinity());
  }
  return middles;
}

std::string halve(const Dialect& dialect, const BinnedColumn& column, std::size_t halving) {
  const std::string edge =
      element_of(constant_array(middle_edges(column.edges, halving), dialect.double_type), column.bin);
  return "2 * " + column.bin + " + CASE WHEN " + column.column + " >= " + edge + " THEN 1 ELSE 0 END";
}

// Each halving is a query around the one before, as it needs its result twice.
std::string search_arrays(const Dialect& dialect, const std::vector<BinnedColumn>& binned,
                          const std::vector<NamedExpression>& others, const std::string& query) {
  std::string kept;
  std::string first;
  for (const NamedExpression& other : others) {
    kept += other.name + ", ";
    first += other.expression + " AS " + other.name + ", ";
  }
  std::size_t most = 0;
  for (const BinnedColumn& column : binned) {
    first += column.column + ", 0 AS " + column.bin + ", ";
    most = std::max(most, halvings(column.edges.size()));
  }
  const auto select = [](std::string columns, const std::string& from, const std::string& alias) {
    columns.resize(columns.size() - 2);
    return "SELECT " + columns + " FROM (" + from + ") " + alias;
  };
  std::string text = select(first, query, "gu");
  for (std::size_t halving = 0; halving < most; ++halving) {
    std::string columns = kept;
    for (const BinnedColumn& column : binned) {
      const bool is_known = halving >= halvings(column.edges.size());
      columns += column.column + ", " + (is_known ? "" : halve(dialect, column, halving) + " AS ") + column.bin + ", ";
    }
    text = select(columns, text, "gu" + std::to_string(halving));
  }
  return text;
}

}  // namespace

std::string with_bins(const Dialect& dialect, const std::vector<BinnedColumn>& binned,
                      const std::vector<NamedExpression>& others, const std::string& query) {
  std::size_t comparisons = 0;
  for (const BinnedColumn& column : binned) comparisons += column.edges.size();
  if (has_constant_arrays(dialect) && comparisons > most_compared) {
    return search_arrays(dialect, binned, others, query);
  }
  std::string columns;
  const auto add = [&columns](const std::string& expression, const std::string& name) {
    columns += (columns.empty() ? "" : ", ") + (expression == name ? name : expression + " AS " + name);
  };
  for (const BinnedColumn& column : binned) add(bin_of(dialect, column.column, column.edges), column.bin);
  for (const NamedExpression& other : others) add(other.expression, other.name);
  return "SELECT " + columns + " FROM (" + query + ") gu";
}

}  // namespace gaptv::sql
