// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/cell_mask.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/grid/mask_raster.h"

namespace gaptv {
namespace {

// Marks the cells at most so many bins away along one axis from a cell that is marked.
void widen(const Shape& shape, std::size_t axis, std::size_t reach, std::vector<bool>& marks) {
  const std::size_t bins = shape.bins[axis];
  const std::size_t stride = shape.stride(axis);
  constexpr auto never = std::numeric_limits<std::size_t>::max();
  const std::vector<bool> before = marks;
  for (std::size_t first = 0; first < marks.size(); ++first) {
    if (shape.bin_of(first, axis) != 0) continue;
    std::size_t seen = never;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      if (before[first + bin * stride]) seen = bin;
      if (seen != never && bin - seen <= reach) marks[first + bin * stride] = true;
    }
    seen = never;
    for (std::size_t bin = bins; bin-- > 0;) {
      if (before[first + bin * stride]) seen = bin;
      if (seen != never && seen - bin <= reach) marks[first + bin * stride] = true;
    }
  }
}

std::size_t automatic_reach(const Shape& shape, const CellTable& table) {
  constexpr double rows_expected = 5;
  const double cells_per_row = static_cast<double>(table.cells.size()) / std::max(1.0, observations(table));
  const double side = std::pow(rows_expected * cells_per_row, 1 / static_cast<double>(shape.dimensions()));
  return static_cast<std::size_t>(std::max(1.0, std::ceil(side) - 1));
}

std::vector<bool> cells_near_data(const Shape& shape, const CellTable& table, std::size_t reach) {
  std::vector<bool> is_kept;
  is_kept.reserve(table.cells.size());
  for (const CellStats& cell : table.cells) is_kept.push_back(cell.weight > 0);
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) widen(shape, axis, reach, is_kept);
  return is_kept;
}

std::string range_text(double low, double high) {
  return number_text(low) + " to " + number_text(high);
}

std::string place_text(const Axis& x, const Axis& y) {
  return x.name + " from " + range_text(x.lowest, x.highest) + ", " + y.name + " from " +
         range_text(y.lowest, y.highest);
}

void check_coordinates(const CellMask& mask, const Grid& grid, const MapAxes& axes) {
  const MaskPolygons& shapes = *mask.polygons;
  if (!axes.is_geographic) return;
  const bool are_degrees =
      shapes.lowest[0] >= -360 && shapes.highest[0] <= 360 && shapes.lowest[1] >= -90 && shapes.highest[1] <= 90;
  if (shapes.is_geographic && are_degrees) return;
  throw InvalidInput(mask.file + ": its coordinates (" + range_text(shapes.lowest[0], shapes.highest[0]) + " and " +
                     range_text(shapes.lowest[1], shapes.highest[1]) + ") are not longitude and latitude, as '" +
                     grid.axes[axes.horizontal].name + "' and '" + grid.axes[axes.vertical].name +
                     "' of the rows are; bring the file to WGS 84, as GeoJSON asks for");
}

}  // namespace

void check_mask(const CellMask& mask, std::size_t features) {
  if (mask.rule != CellMask::Rule::polygons) return;
  if (features != 2) {
    throw InvalidInput("`mask` '" + mask.file + "': polygons need two features, and there are " +
                       std::to_string(features) + "; give `mask=data`, or no mask");
  }
}

MaskedCells apply_mask(const CellMask& mask, const Grid& grid, const CellTable& table) {
  MaskedCells result;
  if (mask.rule == CellMask::Rule::none) return result;
  const Shape shape = grid.shape();
  std::vector<bool> is_kept;
  if (mask.rule == CellMask::Rule::near_data) {
    is_kept = cells_near_data(shape, table, mask.reach > 0 ? mask.reach : automatic_reach(shape, table));
  } else {
    check_mask(mask, grid.axes.size());
    if (!mask.polygons) throw InvalidInput("`mask` '" + mask.file + "' was not read; call load_mask() before fitting");
    const MapAxes axes = find_map_axes(grid);
    check_coordinates(mask, grid, axes);
    is_kept = cells_that_overlap(*mask.polygons, grid, axes);
    double inside = 0;
    for (std::size_t cell = 0; cell < is_kept.size(); ++cell) {
      const double weight = table.cells[cell].weight;
      (is_kept[cell] ? inside : result.rows_outside) += weight;
      if (weight > 0) is_kept[cell] = true;
    }
    if (inside <= 0) {
      const MaskPolygons& shapes = *mask.polygons;
      throw InvalidInput(
          mask.file + ": none of the rows (" + place_text(grid.axes[axes.horizontal], grid.axes[axes.vertical]) +
          ") is in its polygons (" + range_text(shapes.lowest[0], shapes.highest[0]) + " and " +
          range_text(shapes.lowest[1], shapes.highest[1]) + "); give a file in the coordinates of the rows");
    }
  }
  is_kept.flip();
  if (std::ranges::find(is_kept, true) == is_kept.end()) return result;
  result.left_out = std::move(is_kept);
  const ConnectedCells parts =
      connect_equal_cells(shape, std::vector<double>(table.cells.size(), 0.0), result.left_out);
  std::vector<bool> has_rows(parts.count, false);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].weight > 0) has_rows[parts.label[cell]] = true;
  }
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (!has_rows[parts.label[cell]]) result.left_out[cell] = true;
  }
  return result;
}

std::vector<std::size_t> find_nearest_kept(const Shape& shape, const std::vector<bool>& left_out) {
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> nearest(left_out.size(), none);
  std::vector<std::size_t> queue;
  queue.reserve(left_out.size());
  for (std::size_t cell = 0; cell < left_out.size(); ++cell) {
    if (left_out[cell]) continue;
    nearest[cell] = cell;
    queue.push_back(cell);
  }
  const auto reach = [&](std::size_t cell, std::size_t from) {
    if (nearest[cell] != none) return;
    nearest[cell] = nearest[from];
    queue.push_back(cell);
  };
  std::size_t next = 0;
  while (next < queue.size()) {
    const std::size_t cell = queue[next++];
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      const std::size_t stride = shape.stride(axis);
      const std::size_t bin = cell / stride % shape.bins[axis];
      if (bin > 0) reach(cell - stride, cell);
      if (bin + 1 < shape.bins[axis]) reach(cell + stride, cell);
    }
  }
  return nearest;
}

void fill_left_out(const Grid& grid, std::vector<double>& values) {
  if (grid.left_out.empty()) return;
  const std::vector<std::size_t> nearest = find_nearest_kept(grid.shape(), grid.left_out);
  for (std::size_t cell = 0; cell < values.size(); ++cell) values[cell] = values[nearest[cell]];
}

std::size_t count_left_out(const Grid& grid) {
  return static_cast<std::size_t>(std::ranges::count(grid.left_out, true));
}

std::size_t count_parts(const Grid& grid) {
  if (grid.left_out.empty()) return 1;
  return connect_equal_cells(grid.shape(), std::vector<double>(grid.left_out.size(), 0.0), grid.left_out).count;
}

}  // namespace gaptv
