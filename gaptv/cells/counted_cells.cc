// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/cells/counted_cells.h"

#include <algorithm>
#include <map>

namespace gaptv {
namespace {

// For each interval between edges the bin of the grid's axis that it lies in, times the axis' stride.
std::vector<std::size_t> find_offsets(const std::vector<double>& edges, const Axis& axis, std::size_t stride) {
  std::vector<std::size_t> offsets = {0};
  for (const double edge : edges) offsets.push_back(axis.bin_of(edge) * stride);
  return offsets;
}

}  // namespace

const KnownGrid* CountedAxis::find_grid(std::size_t bins) const {
  const auto found = std::ranges::find(grids, bins, &KnownGrid::bins);
  return found == grids.end() ? nullptr : &*found;
}

Shape CountedRows::shape() const {
  Shape shape;
  for (const CountedAxis& axis : axes) shape.bins.push_back(axis.edges.size() + 1);
  return shape;
}

CountedCells list_occupied(const CellTable& table) {
  CountedCells cells;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].weight > 0) cells.push_back({cell, table.cells[cell]});
  }
  return cells;
}

CountedCells merge_cells(const CountedCells& a, const CountedCells& b) {
  CountedCells merged;
  merged.reserve(std::max(a.size(), b.size()));
  auto next_b = b.begin();
  for (const CountedCell& cell : a) {
    for (; next_b != b.end() && next_b->number < cell.number; ++next_b) merged.push_back(*next_b);
    merged.push_back(cell);
    if (next_b != b.end() && next_b->number == cell.number) merged.back().stats.add((next_b++)->stats);
  }
  merged.insert(merged.end(), next_b, b.end());
  return merged;
}

CountedCells drop_axis(const CountedCells& cells, const Shape& shape, std::size_t axis) {
  const std::size_t stride = shape.stride(axis);
  std::map<std::uint64_t, CellStats> sums;
  for (const CountedCell& cell : cells) {
    const std::uint64_t before = cell.number / (stride * shape.bins[axis]);
    sums[before * stride + cell.number % stride].add(cell.stats);
  }
  CountedCells result;
  for (const auto& [number, stats] : sums) result.push_back({number, stats});
  return result;
}

CellTable regroup_cells(const CountedCells& cells, const std::vector<CountedAxis>& axes, const Grid& grid) {
  CellTable table(grid.shape());
  Shape fine;
  std::vector<std::vector<std::size_t>> offsets;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    fine.bins.push_back(axes[axis].edges.size() + 1);
    offsets.push_back(find_offsets(axes[axis].edges, grid.axes[axis], table.shape.stride(axis)));
  }
  // Neighbours differ on the last axis alone, mostly; the others need divisions.
  const std::vector<std::size_t>& last = offsets.back();
  std::uint64_t first = 0;  // the cell at the beginning of this line along the last axis
  std::size_t offset = 0;   // what the other axes add
  bool is_known = false;
  for (const CountedCell& cell : cells) {
    if (!is_known || cell.number - first >= last.size()) {
      std::uint64_t rest = cell.number / last.size();
      first = rest * last.size();
      offset = 0;
      for (std::size_t axis = axes.size() - 1; axis-- > 0;) {
        offset += offsets[axis][rest % fine.bins[axis]];
        rest /= fine.bins[axis];
      }
      is_known = true;
    }
    table.cells[offset + last[cell.number - first]].add(cell.stats);
  }
  return table;
}

}  // namespace gaptv
