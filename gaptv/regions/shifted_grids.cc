// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/shifted_grids.h"

#include <algorithm>
#include <utility>

namespace gaptv {
namespace {

// The cut of the fine grid nearest to the place numerator / denominator, counted in fine bins; of two equally near ones
// the one towards the middle of the axis, so that the grids of a negated feature are the mirrored ones (but for a cut
// in the exact middle of an odd number of bins, which goes to the lower one).
std::size_t nearest_cut(std::size_t numerator, std::size_t denominator, std::size_t fine_bins) {
  const std::size_t below = numerator / denominator;
  const std::size_t twice_rest = 2 * (numerator % denominator);
  if (twice_rest != denominator) return below + (twice_rest > denominator ? 1 : 0);
  return below + (2 * below + 1 < fine_bins ? 1 : 0);
}

// The bins that the fine bins fall into if so many coarse bins of equal size are moved by offset / shifts of one.
std::vector<std::uint32_t> find_coarse_bins(std::size_t fine_bins, std::size_t coarse_bins, std::size_t offset,
                                            std::size_t shifts) {
  std::vector<std::uint8_t> is_cut(fine_bins + 1, 0);
  for (std::size_t bin = 0; bin < coarse_bins; ++bin) {
    is_cut[nearest_cut((bin * shifts + offset) * fine_bins, coarse_bins * shifts, fine_bins)] = 1;
  }
  std::vector<std::uint32_t> bins = {0};
  bins.reserve(fine_bins);
  for (std::size_t bin = 1; bin < fine_bins; ++bin) bins.push_back(bins.back() + is_cut[bin]);
  return bins;
}

}  // namespace

std::vector<ShiftedGrid> make_shifted_grids(const Grid& fine, const std::vector<std::size_t>& coarse_bins) {
  std::vector<ShiftedGrid> grids(1);
  for (std::size_t axis = 0; axis < fine.axes.size(); ++axis) {
    const std::size_t fine_bins = fine.axes[axis].bins();
    const std::size_t bins = std::min(coarse_bins[axis], fine_bins);
    const std::size_t shifts = (fine_bins + bins - 1) / bins;  // so many that every fine cut is in one of the grids
    std::vector<ShiftedGrid> longer;
    for (const ShiftedGrid& grid : grids) {
      for (std::size_t offset = 0; offset < shifts; ++offset) {
        ShiftedGrid next = grid;
        next.coarse_bin.push_back(find_coarse_bins(fine_bins, bins, offset, shifts));
        next.shape.bins.push_back(next.coarse_bin.back().back() + 1);
        longer.push_back(std::move(next));
      }
    }
    grids = std::move(longer);
  }
  return grids;
}

Grid make_coarse_grid(const Grid& fine, const ShiftedGrid& grid) {
  Grid coarse{fine.axes};
  for (std::size_t axis = 0; axis < fine.axes.size(); ++axis) {
    const std::vector<std::uint32_t>& bin = grid.coarse_bin[axis];
    coarse.axes[axis].edges.clear();
    for (std::size_t i = 1; i < bin.size(); ++i) {
      if (bin[i] != bin[i - 1]) coarse.axes[axis].edges.push_back(fine.axes[axis].edges[i - 1]);
    }
    coarse.axes[axis].bins_requested = coarse.axes[axis].bins();
  }
  if (fine.left_out.empty()) return coarse;
  coarse.left_out.assign(grid.shape.cells(), true);
  const std::vector<std::size_t> cells = find_coarse_cells(fine.shape(), grid);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (!fine.left_out[cell]) coarse.left_out[cells[cell]] = false;
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
