// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

// Holds the connected sets of cells of equal value.
struct ConnectedCells {
  std::size_t count = 0;
  std::vector<std::size_t> label;  // the set of each cell; sets are numbered in the order of their first cell
};

// Finds the connected sets of any graph; for_each_neighbour(node, visit) visits the neighbours of a node. A node
// belongs to the set of a neighbour if its value is within the tolerance of that of the set's first node.
template <typename ForEachNeighbour>
ConnectedCells connect_equal_values(const std::vector<double>& values, double tolerance,
                                    ForEachNeighbour&& for_each_neighbour) {
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  ConnectedCells sets;
  sets.label.assign(values.size(), none);
  std::vector<std::size_t> stack;
  for (std::size_t seed = 0; seed < values.size(); ++seed) {
    if (sets.label[seed] != none) continue;
    const auto visit = [&](std::size_t node) {
      if (sets.label[node] != none || std::abs(values[node] - values[seed]) > tolerance) return;
      sets.label[node] = sets.count;
      stack.push_back(node);
    };
    visit(seed);
    while (!stack.empty()) {
      const std::size_t node = stack.back();
      stack.pop_back();
      for_each_neighbour(node, visit);
    }
    ++sets.count;
  }
  return sets;
}

// Gives all members of a set the value of its first one.
void give_first_value(const ConnectedCells& sets, std::vector<double>& values);

// Finds the connected sets of a grid. A cell belongs to the set of a neighbour if its value is within the tolerance of
// that of the set's first cell.
ConnectedCells connect_equal_cells(const Shape& shape, const std::vector<double>& values, double tolerance = 0);

// The same among the cells that stay, so that what is left out separates sets. A cell that is left out gets the number
// of the cell that stays nearest to it (find_nearest_kept()).
ConnectedCells connect_equal_cells(const Shape& shape, const std::vector<double>& values,
                                   const std::vector<bool>& left_out);

}  // namespace gaptv
