// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/connected_cells.h"

#include "gaptv/grid/cell_mask.h"

namespace gaptv {

ConnectedCells connect_equal_cells(const Shape& shape, const std::vector<double>& values,
                                   const std::vector<bool>& left_out) {
  if (left_out.empty()) return connect_equal_cells(shape, values);
  std::vector<std::size_t> stride;
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) stride.push_back(shape.stride(axis));
  ConnectedCells sets = connect_equal_values(values, 0, [&](std::size_t cell, const auto& visit) {
    if (left_out[cell]) return;
    for (std::size_t axis = 0; axis < stride.size(); ++axis) {
      const std::size_t bin = cell / stride[axis] % shape.bins[axis];
      if (bin > 0 && !left_out[cell - stride[axis]]) visit(cell - stride[axis]);
      if (bin + 1 < shape.bins[axis] && !left_out[cell + stride[axis]]) visit(cell + stride[axis]);
    }
  });
  // Cells that are left out are sets of their own up to here: those that stay are numbered anew without them.
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> number(sets.count, none);
  sets.count = 0;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (left_out[cell]) continue;
    std::size_t& of_set = number[sets.label[cell]];
    if (of_set == none) of_set = sets.count++;
    sets.label[cell] = of_set;
  }
  const std::vector<std::size_t> nearest = find_nearest_kept(shape, left_out);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (left_out[cell]) sets.label[cell] = sets.label[nearest[cell]];
  }
  return sets;
}

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
