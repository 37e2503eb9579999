// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/model_areas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "gaptv/areas/crs.h"
#include "gaptv/areas/region_polygons.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/output/bin_borders.h"
#include "gaptv/output/map_axes.h"

namespace gaptv {
namespace {

void check_has_map(const Model& model) {
  if (model.has_classes()) {
    throw InvalidInput(
        "areas need one value for each place, and this model has a map for each of several classes; fit the class of "
        "interest against the rest, as an outcome of yes and no");
  }
  const std::size_t features = model.surfaces.front().grid.axes.size();
  if (features == 1) {
    throw InvalidInput(
        "areas need two features, and this model has one: its regions are intervals, which the table of regions has "
        "(`what=regions`, as csv)");
  }
  if (features != 2) {
    throw InvalidInput("areas need two features, and this model has " + std::to_string(features) +
                       ": its regions are no areas; fit the two features that make the map, or take the table of "
                       "regions (`what=regions`, as csv)");
  }
}

// Says which feature is along x, and which one along y.
MapAxes choose_axes(const Surface& surface, const AreaOptions& options, std::vector<std::string>& notes) {
  MapAxes axes = find_map_axes(surface.grid);
  if (options.horizontal && *options.horizontal != axes.horizontal) {
    std::swap(axes.horizontal, axes.vertical);
    axes.is_geographic = false;
  } else if (!options.horizontal && axes.horizontal != 0) {
    notes.push_back(surface.grid.axes[axes.horizontal].name + " is x and " + surface.grid.axes[axes.vertical].name +
                    " is y, as their names say, though they are the second and the first feature");
  }
  return axes;
}

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

NumberedCells number_cells(const Surface& surface, const MapAxes& axes, const std::optional<AreaExtent>& bounds) {
  const Axis& x_axis = surface.grid.axes[axes.horizontal];
  const Axis& y_axis = surface.grid.axes[axes.vertical];
  NumberedCells cells = {bin_borders(x_axis), bin_borders(y_axis), {}, surface.regions.size()};
  if (bounds) {
    set_ends(cells.x_borders, x_axis, bounds->x_min, bounds->x_max);
    set_ends(cells.y_borders, y_axis, bounds->y_min, bounds->y_max);
  }
  const Shape shape = surface.grid.shape();
  cells.area_of_cell.reserve(shape.cells());
  for (std::size_t x = 0; x < x_axis.bins(); ++x) {
    for (std::size_t y = 0; y < y_axis.bins(); ++y) {
      const std::size_t cell = x * shape.stride(axes.horizontal) + y * shape.stride(axes.vertical);
      cells.area_of_cell.push_back(surface.region_of_cell[cell]);
    }
  }
  return cells;
}

bool is_on_earth(const NumberedCells& cells) {
  return cells.x_borders.front() >= -180 && cells.x_borders.back() <= 180 && cells.y_borders.front() >= -90 &&
         cells.y_borders.back() <= 90;
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
  check_has_map(model);
  const Surface& surface = model.surfaces.front();
  ModelAreas areas;
  const MapAxes axes = choose_axes(surface, options, areas.notes);
  const NumberedCells cells = number_cells(surface, axes, options.bounds);
  areas.layer.epsg = options.epsg;
  if (options.epsg == 0 && axes.is_geographic && is_on_earth(cells)) {
    areas.layer.epsg = longitude_and_latitude;
    areas.notes.push_back(surface.grid.axes[axes.horizontal].name + " and " + surface.grid.axes[axes.vertical].name +
                          " are taken for degrees on WGS 84 (" + epsg_text(longitude_and_latitude) +
                          "); `crs` says otherwise");
  }
  areas.layer.geometry = region_polygons(cells);
  areas.layer.columns = columns_of(surface.regions);
  return areas;
}

}  // namespace gaptv
