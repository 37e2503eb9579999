// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

// The connected sets of cells of equal value.
struct ConnectedCells {
  std::size_t count = 0;
  std::vector<std::size_t> label;  // by cell; sets are numbered in the order of their first cell
};

// A cell belongs to the set of a neighbour if its value is within the tolerance of that of the set's first cell.
ConnectedCells connect_equal_cells(const Shape& shape, const std::vector<double>& values, double tolerance = 0);

}  // namespace gaptv
