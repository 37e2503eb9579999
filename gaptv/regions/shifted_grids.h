// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/grid/shape.h"

namespace gaptv {

// A coarse grid whose cuts are some of those of a fine one.
struct ShiftedGrid {
  Shape shape;
  std::vector<std::vector<std::uint32_t>> coarse_bin;  // by axis and fine bin
};

// How many bins of the fine grid make one of a grid with so many bins, per axis; at least 1.
std::vector<std::size_t> bins_per_step(const Grid& fine, const std::vector<std::size_t>& coarse_bins);

// All grids with cuts at every step-th cut of the fine one: they start at any of the first cuts, on each axis
// independently, so that with steps of 4 on two axes there are 16. The first and the last bin may be narrower.
std::vector<ShiftedGrid> shifted_grids(const Grid& fine, const std::vector<std::size_t>& step);

// The coarse grid itself.
Grid coarse_grid(const Grid& fine, const ShiftedGrid& grid);

// The statistics of the fine cells, on the coarse grid.
CellTable coarse_table(const CellTable& fine, const ShiftedGrid& grid);

// By fine cell, the coarse cell that it lies in.
std::vector<std::size_t> coarse_cells(const Shape& fine, const ShiftedGrid& grid);

}  // namespace gaptv
