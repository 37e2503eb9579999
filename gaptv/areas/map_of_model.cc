// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/map_of_model.h"

#include <utility>

#include "gaptv/areas/crs.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

bool is_on_earth(const NumberedCells& cells) {
  return cells.x_borders.front() >= -180 && cells.x_borders.back() <= 180 && cells.y_borders.front() >= -90 &&
         cells.y_borders.back() <= 90;
}

}  // namespace

void check_has_map(const Model& model, const std::string& otherwise) {
  if (model.has_classes()) {
    throw InvalidInput(
        "areas need one value for each place, and this model has a map for each of several classes; fit the class of "
        "interest against the rest, as an outcome of yes and no");
  }
  const std::size_t features = model.surfaces.front().grid.axes.size();
  if (features == 2) return;
  throw InvalidInput(
      "areas need two features, and this model has " +
      (features == 1 ? "one: its regions are intervals" : std::to_string(features) + ": its regions are no areas") +
      "; fit the two features that make the map" + otherwise);
}

MapAxes choose_axes(const Grid& grid, const AreaOptions& options, std::vector<std::string>& notes) {
  MapAxes axes = find_map_axes(grid);
  if (options.horizontal && *options.horizontal != axes.horizontal) {
    std::swap(axes.horizontal, axes.vertical);
    axes.is_geographic = false;
  } else if (!options.horizontal && axes.horizontal != 0) {
    notes.push_back(grid.axes[axes.horizontal].name + " is x and " + grid.axes[axes.vertical].name +
                    " is y, as their names say, though they are the second and the first feature");
  }
  return axes;
}

std::vector<std::size_t> number_cells(const Surface& surface, const MapAxes& axes,
                                      const std::vector<std::size_t>& area_of_region) {
  const Shape shape = surface.grid.shape();
  std::vector<std::size_t> area_of_cell;
  area_of_cell.reserve(shape.cells());
  for (std::size_t x = 0; x < shape.bins[axes.horizontal]; ++x) {
    for (std::size_t y = 0; y < shape.bins[axes.vertical]; ++y) {
      const std::size_t cell = x * shape.stride(axes.horizontal) + y * shape.stride(axes.vertical);
      area_of_cell.push_back(surface.grid.is_left_out(cell) ? no_area : area_of_region[surface.region_of_cell[cell]]);
    }
  }
  return area_of_cell;
}

int find_epsg(const Grid& grid, const MapAxes& axes, const NumberedCells& cells, const AreaOptions& options,
              std::vector<std::string>& notes) {
  if (options.epsg == longitude_and_latitude && !is_on_earth(cells)) {
    throw InvalidInput(epsg_text(options.epsg) + " is longitude and latitude in degrees, and here " +
                       grid.axes[axes.horizontal].name + " goes from " + number_text(cells.x_borders.front()) + " to " +
                       number_text(cells.x_borders.back()) + ", " + grid.axes[axes.vertical].name + " from " +
                       number_text(cells.y_borders.front()) + " to " + number_text(cells.y_borders.back()) +
                       "; say by `crs` which coordinates they are or, if the outer areas go too far, where they end by "
                       "`bounds`");
  }
  if (options.epsg != 0 || !axes.is_geographic || !is_on_earth(cells)) return options.epsg;
  notes.push_back(grid.axes[axes.horizontal].name + " and " + grid.axes[axes.vertical].name +
                  " are taken for degrees on WGS 84 (" + epsg_text(longitude_and_latitude) + "); `crs` says otherwise");
  return longitude_and_latitude;
}

}  // namespace gaptv
