// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/shifted_grids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gaptv/base/random.h"

namespace gaptv {
namespace {

Grid grid_with_bins(const std::vector<std::size_t>& bins) {
  Grid grid;
  for (const std::size_t count : bins) {
    Axis axis;
    for (std::size_t edge = 1; edge < count; ++edge) axis.edges.push_back(static_cast<double>(edge));
    axis.bins_requested = count;
    grid.axes.push_back(axis);
  }
  return grid;
}

TEST(ShiftedGrids, HaveEveryStartOnEveryAxis) {
  const std::vector<ShiftedGrid> grids = make_shifted_grids(grid_with_bins({12, 8}), {4, 2});
  ASSERT_EQ(grids.size(), 8U);
  std::set<std::vector<std::vector<std::uint32_t>>> different;
  for (const ShiftedGrid& grid : grids) different.insert(grid.coarse_bin);
  EXPECT_EQ(different.size(), 8U);
  // The first has no shift: whole bins only.
  EXPECT_EQ(grids.front().coarse_bin[0], (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(grids.front().shape.bins, (std::vector<std::size_t>{3, 4}));
  // Shifted ones begin and end with a part of a bin.
  EXPECT_EQ(grids.back().coarse_bin[0], (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3}));
  EXPECT_EQ(grids.back().coarse_bin[1], (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 3, 3, 4}));
}

TEST(ShiftedGrids, StepsFollowTheBinsThatTiesLeave) {
  EXPECT_EQ(count_bins_per_step(grid_with_bins({96, 30, 5}), {24, 24, 24}), (std::vector<std::size_t>{4, 1, 1}));
}

TEST(ShiftedGrids, CoarseTablesHoldAllObservations) {
  Random random(1);
  const Grid fine = grid_with_bins({7, 9, 4});
  CellTable table(Shape{{7, 9, 4}});
  CellStats all;
  for (int i = 0; i < 500; ++i) {
    const double value = random.normal();
    table.cells[random.below(table.cells.size())].add(value, 1);
    all.add(value, 1);
  }
  for (const ShiftedGrid& grid : make_shifted_grids(fine, {3, 2, 2})) {
    const CellTable coarse = make_coarse_table(table, grid);
    ASSERT_EQ(coarse.cells.size(), grid.shape.cells());
    CellStats sum;
    for (const CellStats& cell : coarse.cells) sum.add(cell);
    EXPECT_EQ(sum.weight, 500);
    EXPECT_NEAR(sum.mean, all.mean, 1e-12);
    EXPECT_NEAR(sum.scatter, all.scatter, 1e-9);
    const std::vector<std::size_t> cells = find_coarse_cells(table.shape, grid);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(grid.shape.bin_of(cells[cell], axis), grid.coarse_bin[axis][table.shape.bin_of(cell, axis)]);
      }
    }
  }
}

}  // namespace
}  // namespace gaptv
