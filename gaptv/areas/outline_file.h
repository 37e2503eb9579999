// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/model/model.h"
#include "gaptv/output/drawing_options.h"

namespace gaptv {

// Reads the lines and the rings of polygons of a file of GeoJSON, to be drawn over the maps of a model: what lies in
// the map's box, with as many points as can be seen. Throws InvalidInput if the model has no map of two features, if
// the coordinates are not those of its features or nothing lies on the map, and as read_map_shapes() does.
GAPTV_API std::vector<MapLine> read_outline(const std::string& path, const Model& model);

}  // namespace gaptv
