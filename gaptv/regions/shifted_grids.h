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

// Says, per axis, how many bins of the fine grid make one of a grid with so many bins; it is at least 1.
std::vector<std::size_t> count_bins_per_step(const Grid& fine, const std::vector<std::size_t>& coarse_bins);

// Makes all grids with cuts at every step-th cut of the fine one: they start at any of the first cuts, on each axis
// independently, so that with steps of 4 on two axes there are 16. The first and the last bin may be narrower.
std::vector<ShiftedGrid> make_shifted_grids(const Grid& fine, const std::vector<std::size_t>& step);

// Makes the coarse grid itself.
Grid make_coarse_grid(const Grid& fine, const ShiftedGrid& grid);

// Adds up the statistics of the fine cells on the coarse grid.
CellTable make_coarse_table(const CellTable& fine, const ShiftedGrid& grid);

// Finds for each fine cell the coarse cell that it lies in.
std::vector<std::size_t> find_coarse_cells(const Shape& fine, const ShiftedGrid& grid);

}  // namespace gaptv
