// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/shifted_grids.h"

#include <algorithm>
#include <cmath>

namespace gaptv {
namespace {

// The bins that the fine bins fall into if every step-th cut counts, from the cut after fine bin `offset - 1` on
// (offset 0: after fine bin step - 1).
std::vector<std::uint32_t> coarse_bins(std::size_t fine_bins, std::size_t step, std::size_t offset) {
  std::vector<std::uint32_t> bins = {0};
  bins.reserve(fine_bins);
  for (std::size_t bin = 1; bin < fine_bins; ++bin) bins.push_back(bins.back() + (bin % step == offset ? 1 : 0));
  return bins;
}

}  // namespace

std::vector<std::size_t> count_bins_per_step(const Grid& fine, const std::vector<std::size_t>& coarse_bins) {
  std::vector<std::size_t> step;
  for (std::size_t axis = 0; axis < fine.axes.size(); ++axis) {
    const double ratio = static_cast<double>(fine.axes[axis].bins()) / static_cast<double>(coarse_bins[axis]);
    step.push_back(static_cast<std::size_t>(std::max(std::round(ratio), 1.0)));
  }
  return step;
}

std::vector<ShiftedGrid> make_shifted_grids(const Grid& fine, const std::vector<std::size_t>& step) {
  std::vector<ShiftedGrid> grids(1);
  for (std::size_t axis = 0; axis < fine.axes.size(); ++axis) {
    std::vector<ShiftedGrid> longer;
    for (const ShiftedGrid& grid : grids) {
      for (std::size_t offset = 0; offset < step[axis]; ++offset) {
        ShiftedGrid next = grid;
        next.coarse_bin.push_back(coarse_bins(fine.axes[axis].bins(), step[axis], offset));
        next.shape.bins.push_back(next.coarse_bin.back().back() + 1);
        longer.push_back(std::move(next));
      }
    }
    grids = std::move(longer);
  }
  return grids;
}

Grid make_coarse_grid(const Grid& fine, const ShiftedGrid& grid) {
  Grid coarse = fine;
  for (std::size_t axis = 0; axis < fine.axes.size(); ++axis) {
    const std::vector<std::uint32_t>& bin = grid.coarse_bin[axis];
    coarse.axes[axis].edges.clear();
    for (std::size_t i = 1; i < bin.size(); ++i) {
      if (bin[i] != bin[i - 1]) coarse.axes[axis].edges.push_back(fine.axes[axis].edges[i - 1]);
    }
    coarse.axes[axis].bins_requested = coarse.axes[axis].bins();
  }
  return coarse;
}

std::vector<std::size_t> find_coarse_cells(const Shape& fine, const ShiftedGrid& grid) {
  std::vector<std::size_t> coarse = {0};
  for (std::size_t axis = 0; axis < fine.dimensions(); ++axis) {
    std::vector<std::size_t> longer;
    longer.reserve(coarse.size() * fine.bins[axis]);
    for (const std::size_t before : coarse) {
      for (const std::uint32_t bin : grid.coarse_bin[axis]) longer.push_back(before * grid.shape.bins[axis] + bin);
    }
    coarse = std::move(longer);
  }
  return coarse;
}

CellTable make_coarse_table(const CellTable& fine, const ShiftedGrid& grid) {
  CellTable table(grid.shape);
  const std::vector<std::size_t> coarse = find_coarse_cells(fine.shape, grid);
  for (std::size_t cell = 0; cell < coarse.size(); ++cell) table.cells[coarse[cell]].add(fine.cells[cell]);
  return table;
}

}  // namespace gaptv
