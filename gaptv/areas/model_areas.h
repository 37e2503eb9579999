// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/map_of_model.h"
#include "gaptv/model/model.h"

namespace gaptv {

struct ModelAreas {
  AreaLayer layer;
  std::vector<std::string> notes;  // what was assumed
};

// Makes areas of the regions of a model, in the order of their numbers, with the columns id, value, rows and weight
// (the exposure, if there is any). It has no means of regions, which are outcomes of single rows where a region has
// one.
//
// Which feature is x is said by find_map_axes(); a note says so if it is not the first one. Columns that are called
// longitude and latitude and whose values can be are taken for EPSG:4326 where no code is given, with a note.
//
// Outer cells, which have no end, end at the bounds or, without any, at the outermost rows (bin_borders()).
//
// Throws InvalidInput for bounds that do not contain all edges of the grid, and for models without a map: one or three
// features, several classes. O(cells).
ModelAreas make_area_layer(const Model& model, const AreaOptions& options = {});

}  // namespace gaptv
