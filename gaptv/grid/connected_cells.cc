// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/connected_cells.h"

namespace gaptv {

ConnectedCells connect_equal_cells(const Shape& shape, const std::vector<double>& values, double tolerance) {
  std::vector<std::size_t> stride;
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) stride.push_back(shape.stride(axis));
  return connect_equal_values(values, tolerance, [&](std::size_t cell, const auto& visit) {
    for (std::size_t axis = 0; axis < stride.size(); ++axis) {
      const std::size_t bin = cell / stride[axis] % shape.bins[axis];
      if (bin > 0) visit(cell - stride[axis]);
      if (bin + 1 < shape.bins[axis]) visit(cell + stride[axis]);
    }
  });
}

void give_first_value(const ConnectedCells& sets, std::vector<double>& values) {
  std::vector<double> first(sets.count);
  for (std::size_t node = values.size(); node-- > 0;) first[sets.label[node]] = values[node];
  for (std::size_t node = 0; node < values.size(); ++node) values[node] = first[sets.label[node]];
}

}  // namespace gaptv
