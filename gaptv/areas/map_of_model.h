// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/areas/area_extent.h"
#include "gaptv/areas/region_polygons.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/model/model.h"

namespace gaptv {

struct AreaOptions {
  int epsg = 0;                           // of the features; 0 if it is not known
  std::optional<AreaExtent> bounds;       // where the outer cells end, instead of at the outermost rows
  std::optional<std::size_t> horizontal;  // the feature along x, instead of the one that find_map_axes() says
};

// Throws InvalidInput unless the model has one value for each place of a map: two features, and no classes.
// What is "otherwise" left to do ends the message.
void check_has_map(const Model& model, const std::string& otherwise = {});

// Says which feature is along x and which one along y. What is not as the columns were given becomes a note.
MapAxes choose_axes(const Grid& grid, const AreaOptions& options, std::vector<std::string>& notes);

// Numbers the cells of a map by the area that they belong to, given the area of each region. Cells that a mask left
// out belong to none.
std::vector<std::size_t> number_cells(const Surface& surface, const MapAxes& axes,
                                      const std::vector<std::size_t>& area_of_region);

// Returns which coordinates the cells have: those of the options or, with a note, longitude and latitude where the
// features are called so and fit on the earth; 0 if nobody knows. Throws InvalidInput where the options say degrees of
// longitude and latitude and the cells are not on the earth.
int find_epsg(const Grid& grid, const MapAxes& axes, const NumberedCells& cells, const AreaOptions& options,
              std::vector<std::string>& notes);

}  // namespace gaptv
