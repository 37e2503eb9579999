// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

namespace gaptv::figures {

// Describes a straight border between cells of different value: it goes along edge number "edge" of one axis, from edge
// "from" to edge "to" of the other.
struct BorderLine {
  bool is_vertical = true;  // along an edge of the x axis
  std::size_t edge = 0;
  std::size_t from = 0;
  std::size_t to = 0;

  bool operator==(const BorderLine&) const = default;
};

// Finds all borders in a map of x_cells times y_cells values, y running fastest, as the longest possible lines. Cells
// without data (NaN) count as equal. O(cells).
std::vector<BorderLine> region_borders(const std::vector<double>& values, std::size_t x_cells, std::size_t y_cells);

}  // namespace gaptv::figures
