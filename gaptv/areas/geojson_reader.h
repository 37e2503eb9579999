// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Reads a FeatureCollection (RFC 7946) of polygons and multipolygons. Properties become columns (yes and no are 1 and
// 0, nested ones their JSON); the `id` of a feature is the column `id` where no property is called so. The coordinate
// reference system is EPSG 4326 unless an old member `crs` names another one. Throws InvalidInput, starting with the
// file's name, for anything else.
AreaLayer read_geojson_areas(std::string_view text, const std::string& file);

}  // namespace gaptv
