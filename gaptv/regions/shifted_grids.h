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

// Makes all shifts of a grid with so many bins on each axis, which are those that lambda was chosen with: with S fine
// bins to a coarse one (rounded up, so that every fine cut is in one of the grids), coarse bins of equally many fine
// bins are moved by 0, 1/S, ..., (S - 1)/S of a bin, on each axis independently, and each cut goes to the nearest
// fine one. Without ties that is every S-th cut of the fine grid, so that with 4 parts on two axes there are 16 grids.
// With ties S fine bins need not make a coarse one, but the grids have so many bins all the same. A grid that is moved
// may have one bin more, since the first and the last are parts.
std::vector<ShiftedGrid> make_shifted_grids(const Grid& fine, const std::vector<std::size_t>& coarse_bins);

// Makes the coarse grid itself. Of its cells those are left out of which no fine cell stays.
Grid make_coarse_grid(const Grid& fine, const ShiftedGrid& grid);

// Adds up the statistics of the fine cells on the coarse grid.
CellTable make_coarse_table(const CellTable& fine, const ShiftedGrid& grid);

// Finds for each fine cell the coarse cell that it lies in.
std::vector<std::size_t> find_coarse_cells(const Shape& fine, const ShiftedGrid& grid);

}  // namespace gaptv
