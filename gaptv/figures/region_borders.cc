// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/region_borders.h"

#include <cmath>

namespace gaptv::figures {
namespace {

bool are_different(double a, double b) {
  return a != b && !(std::isnan(a) && std::isnan(b));
}

// The borders along one edge, where is_border(i) tells whether there is one between edges i and i + 1 across it.
template <typename IsBorder>
void add_borders(std::vector<BorderLine>& lines, bool is_vertical, std::size_t edge, std::size_t count,
                 IsBorder&& is_border) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_border(i)) continue;
    const std::size_t from = i;
    while (i < count && is_border(i)) ++i;
    lines.push_back({is_vertical, edge, from, i});
  }
}

}  // namespace

std::vector<BorderLine> region_borders(const std::vector<double>& values, std::size_t x_cells, std::size_t y_cells) {
  const auto value = [&](std::size_t x, std::size_t y) { return values[x * y_cells + y]; };
  std::vector<BorderLine> lines;
  for (std::size_t x = 1; x < x_cells; ++x) {
    add_borders(lines, true, x, y_cells, [&](std::size_t y) { return are_different(value(x - 1, y), value(x, y)); });
  }
  for (std::size_t y = 1; y < y_cells; ++y) {
    add_borders(lines, false, y, x_cells, [&](std::size_t x) { return are_different(value(x, y - 1), value(x, y)); });
  }
  return lines;
}

}  // namespace gaptv::figures
