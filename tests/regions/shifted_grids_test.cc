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
  const std::vector<ShiftedGrid> grids = make_shifted_grids(grid_with_bins({12, 8}), {3, 4});
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

// Lambda is chosen on a grid of so many bins, so that the fits which are averaged must have as many.
TEST(ShiftedGrids, HaveTheBinsAskedForWhateverTiesLeaveOfTheFineOnes) {
  for (std::size_t fine = 1; fine <= 60; ++fine) {
    for (std::size_t coarse = 1; coarse <= fine; ++coarse) {
      const std::vector<ShiftedGrid> grids = make_shifted_grids(grid_with_bins({fine}), {coarse});
      ASSERT_EQ(grids.front().shape.bins.front(), coarse) << fine;
      std::set<std::size_t> cuts;
      for (const ShiftedGrid& grid : grids) {
        ASSERT_GE(grid.shape.bins.front(), coarse) << fine;
        ASSERT_LE(grid.shape.bins.front(), coarse + 1) << fine;
        for (std::size_t bin = 1; bin < fine; ++bin) {
          if (grid.coarse_bin[0][bin] != grid.coarse_bin[0][bin - 1]) cuts.insert(bin);
        }
      }
      EXPECT_EQ(cuts.size() + 1, fine) << coarse;
    }
  }
}

// Not so a cut in the exact middle of an odd number of fine bins, which must go to one side.
TEST(ShiftedGrids, OfAMirroredAxisAreMirrored) {
  for (const auto& [fine, coarse] :
       {std::pair<std::size_t, std::size_t>{16, 12}, {12, 3}, {21, 7}, {22, 6}, {50, 31}}) {
    std::set<std::vector<std::size_t>> sizes;
    for (const ShiftedGrid& grid : make_shifted_grids(grid_with_bins({fine}), {coarse})) {
      std::vector<std::size_t> size(grid.shape.bins.front(), 0);
      for (const std::uint32_t bin : grid.coarse_bin[0]) ++size[bin];
      sizes.insert(size);
    }
    std::set<std::vector<std::size_t>> mirrored;
    for (std::vector<std::size_t> size : sizes) {
      std::ranges::reverse(size);
      mirrored.insert(size);
    }
    EXPECT_EQ(sizes, mirrored) << fine << ' ' << coarse;
  }
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
  for (const ShiftedGrid& grid : make_shifted_grids(fine, {3, 4, 2})) {
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
