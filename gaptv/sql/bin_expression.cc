// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/sql/bin_expression.h"

#include <algorithm>
#include <cmath>

namespace gaptv::sql {
namespace {

constexpr int digits = 53;
constexpr int largest_exponent = 1023;

// Halves the edges from first to last until one bin is left.
std::string bin_between(const Dialect& dialect, const std::string& x, const std::vector<double>& edges,
                        std::size_t first, std::size_t last) {
  if (first == last) return std::to_string(first);
  const std::size_t middle = (first + last) / 2;
  return "CASE WHEN " + x + " < " + double_literal(dialect, edges[middle]) + " THEN " +
         bin_between(dialect, x, edges, first, middle) + " ELSE " + bin_between(dialect, x, edges, middle + 1, last) +
         " END";
}

}  // namespace

std::string bin_of(const Dialect& dialect, const std::string& x, const std::vector<double>& edges) {
  if (edges.empty()) return "0";
  if (dialect.engine != Engine::postgres) return bin_between(dialect, x, edges, 0, edges.size());
  std::string list;
  for (const double edge : edges) (list += list.empty() ? "" : ", ") += double_literal(dialect, edge);
  return "width_bucket(" + x + ", ARRAY[" + list + "])";
}

std::string code_of(const Dialect& dialect, const std::string& x, int scale) {
  return floor_to_integer(dialect, times_power_of_two(dialect, x, scale));
}

double code_of(double x, int scale) {
  return std::floor(std::ldexp(x, scale));
}

int scale_of_codes(double lowest, double highest, int bits) {
  int of_size = 0;
  std::frexp(std::max(std::abs(lowest), std::abs(highest)), &of_size);
  const int most = std::min(digits - of_size, largest_exponent);
  // Halves, as the range of large numbers overflows.
  const double half_range = highest / 2 - lowest / 2;
  if (!(half_range > 0)) return std::min(0, most);
  int of_range = 0;
  std::frexp(half_range, &of_range);
  return std::min(bits - of_range - 1, most);
}

}  // namespace gaptv::sql
