// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/cells/counted_rows.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"

namespace gaptv {

// Lists the cells of a table that hold rows.
CountedCells list_occupied(const CellTable& table);

// Adds cells to a list of cells on the same edges.
CountedCells merge_cells(const CountedCells& a, const CountedCells& b);

// Numbers the cells anew without one axis, and adds up those that become one.
CountedCells drop_axis(const CountedCells& cells, const Shape& shape, std::size_t axis);

// Adds up cells on the edges of the axes to the cells of a grid that is cut at some of these edges.
CellTable regroup_cells(const CountedCells& cells, const std::vector<CountedAxis>& axes, const Grid& grid);

}  // namespace gaptv
