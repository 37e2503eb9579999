// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/model_areas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "gaptv/areas/region_polygons.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/grid/bin_borders.h"
#include "gaptv/grid/map_axes.h"

namespace gaptv {
namespace {

std::string range_text(double low, double high) {
  return exact_number_text(low) + " to " + exact_number_text(high);
}

// Ends the outer cells at the bounds of the user.
void set_ends(std::vector<double>& borders, const Axis& axis, double low, double high) {
  const bool contains_edges = axis.edges.empty() || (low < axis.edges.front() && axis.edges.back() < high);
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high) || !contains_edges) {
    const std::string edges = axis.edges.empty()
                                  ? ""
                                  : "; they have to contain " + range_text(axis.edges.front(), axis.edges.back()) +
                                        ", where the borders of cells are, and to go on to both sides";
    throw InvalidInput("`bounds`: from " + range_text(low, high) + " for " + axis.name + " has no room for the areas" +
                       edges + "; the rows go from " + range_text(axis.lowest, axis.highest));
  }
  borders.front() = low;
  borders.back() = high;
}

NumberedCells cells_of(const Surface& surface, const MapAxes& axes, const std::optional<AreaExtent>& bounds) {
  const Axis& x_axis = surface.grid.axes[axes.horizontal];
  const Axis& y_axis = surface.grid.axes[axes.vertical];
  NumberedCells cells = {bin_borders(x_axis), bin_borders(y_axis), {}, surface.regions.size()};
  if (bounds) {
    set_ends(cells.x_borders, x_axis, bounds->x_min, bounds->x_max);
    set_ends(cells.y_borders, y_axis, bounds->y_min, bounds->y_max);
  }
  std::vector<std::size_t> itself(surface.regions.size());
  std::iota(itself.begin(), itself.end(), std::size_t{0});
  cells.area_of_cell = number_cells(surface, axes, itself);
  return cells;
}

// Numbers of rows are whole, but for those of weights that are no copies.
AreaColumn column_of_rows(const std::vector<Region>& regions) {
  constexpr double largest_whole = 9e15;
  const bool are_whole = std::ranges::all_of(regions, [](const Region& region) {
    return region.rows < largest_whole && region.rows == std::floor(region.rows);
  });
  AreaColumn column = {"rows", are_whole ? AreaType::integer : AreaType::number, {}};
  for (const Region& region : regions) {
    if (are_whole) {
      column.values.emplace_back(static_cast<std::int64_t>(region.rows));
    } else {
      column.values.emplace_back(region.rows);
    }
  }
  return column;
}

std::vector<AreaColumn> columns_of(const std::vector<Region>& regions) {
  AreaColumn id = {"id", AreaType::integer, {}};
  AreaColumn value = {"value", AreaType::number, {}};
  AreaColumn weight = {"weight", AreaType::number, {}};
  for (const Region& region : regions) {
    id.values.emplace_back(static_cast<std::int64_t>(region.id));
    value.values.emplace_back(region.value);
    weight.values.emplace_back(region.weight);
  }
  return {std::move(id), std::move(value), column_of_rows(regions), std::move(weight)};
}

}  // namespace

ModelAreas make_area_layer(const Model& model, const AreaOptions& options) {
  check_has_map(model, ", or take the table of regions (`what=regions`, as csv)");
  check_knows_rows(model, "the table of areas");
  const Surface& surface = model.surfaces.front();
  ModelAreas areas;
  const MapAxes axes = choose_axes(surface.grid, options, areas.notes);
  const NumberedCells cells = cells_of(surface, axes, options.bounds);
  areas.layer.epsg = find_epsg(surface.grid, axes, cells, options, areas.notes);
  areas.layer.geometry = region_polygons(cells);
  areas.layer.columns = columns_of(surface.regions);
  return areas;
}

}  // namespace gaptv
