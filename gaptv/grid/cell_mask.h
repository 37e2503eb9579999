// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/grid/shape.h"

namespace gaptv {

// The outer ring of a polygon and those round its holes: x and y of points, of which the first one comes again last.
using MaskRing = std::vector<std::array<double, 2>>;
using MaskPolygon = std::vector<MaskRing>;

// The polygons of a mask that was read from a file, as they are in it.
struct MaskPolygons {
  std::vector<MaskPolygon> polygons;
  bool is_geographic = true;  // the file does not say that its coordinates are others than longitude and latitude
  std::array<double, 2> lowest = {};  // of all points
  std::array<double, 2> highest = {};
};

// Says which cells of a grid stay. A cell with rows always does.
struct CellMask {
  enum class Rule { none, near_data, polygons };
  Rule rule = Rule::none;
  // near_data: a cell stays if a cell with rows is at most so many cells away on every axis. 0: one less than the side
  // of a block of cells in which five rows would be if they were spread evenly, but at least one.
  std::size_t reach = 0;
  std::string file;  // polygons: those that a cell that stays overlaps, and where they come from
  std::shared_ptr<const MaskPolygons> polygons = nullptr;
};

// Throws InvalidInput unless the mask is possible for so many features: that of polygons needs two.
void check_mask(const CellMask& mask, std::size_t features);

// Returns what a mask leaves of a grid. Parts of it without a row, that nothing reaches, are left out too.
struct MaskedCells {
  std::vector<bool> left_out;  // by cell; empty if all stay
  double rows_outside = 0;     // the weight in cells that no polygon overlaps
};

// Finds the cells that a mask leaves out. "table" has all rows. The outer cells end where the rows do (bin_borders()).
// With polygons the grid has two features, of which find_map_axes() says which one is x. Throws InvalidInput if
// polygons were not loaded, are not in the coordinates of the features or hold no rows. O(cells), and for each edge of
// a polygon the cells that it runs through.
MaskedCells apply_mask(const CellMask& mask, const Grid& grid, const CellTable& table);

// Finds for each cell the nearest one that stays, itself if it does: the fewest steps from cell to cell, of equally
// near ones the same at every call. At least one cell stays.
std::vector<std::size_t> find_nearest_kept(const Shape& shape, const std::vector<bool>& left_out);

// Gives cells that are left out what the nearest one that stays has, so that predictions have a value everywhere.
void fill_left_out(const Grid& grid, std::vector<double>& values);

// Counts the cells that are left out, and the parts that they cut the others into: sets of connected cells.
std::size_t count_left_out(const Grid& grid);
std::size_t count_parts(const Grid& grid);

}  // namespace gaptv
