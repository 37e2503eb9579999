// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/connected_cells.h"

#include <cmath>
#include <limits>

namespace gaptv {

ConnectedCells connect_equal_cells(const Shape& shape, const std::vector<double>& values, double tolerance) {
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> stride;
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) stride.push_back(shape.stride(axis));
  ConnectedCells sets;
  sets.label.assign(values.size(), none);
  std::vector<std::size_t> stack;
  for (std::size_t seed = 0; seed < values.size(); ++seed) {
    if (sets.label[seed] != none) continue;
    const auto visit = [&](std::size_t cell) {
      if (sets.label[cell] != none || std::abs(values[cell] - values[seed]) > tolerance) return;
      sets.label[cell] = sets.count;
      stack.push_back(cell);
    };
    visit(seed);
    while (!stack.empty()) {
      const std::size_t cell = stack.back();
      stack.pop_back();
      for (std::size_t axis = 0; axis < stride.size(); ++axis) {
        const std::size_t bin = cell / stride[axis] % shape.bins[axis];
        if (bin > 0) visit(cell - stride[axis]);
        if (bin + 1 < shape.bins[axis]) visit(cell + stride[axis]);
      }
    }
    ++sets.count;
  }
  return sets;
}

}  // namespace gaptv
