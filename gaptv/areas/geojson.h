// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Throws InvalidInput if GeoJSON cannot have coordinates of this system: it has longitude and latitude on WGS 84 only
// (EPSG:4326), or those of which nothing is known (0).
void check_geojson_crs(int epsg);

// Writes areas as GeoJSON (RFC 7946): a collection of features, one in each line, whose geometry is always a
// MultiPolygon. Numbers have the shortest form that reads back to the same double; what is missing, or no finite
// number, is null. Throws InvalidInput where the coordinates are no longitudes and latitudes.
std::string write_geojson(const AreaLayer& layer);

}  // namespace gaptv
