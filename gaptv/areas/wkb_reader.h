// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string_view>

#include "gaptv/areas/area_checks.h"

namespace gaptv {

// Reads the geometry of a GeoPackage: its header, then a polygon or multipolygon in well-known binary of either byte
// order. No count is believed before there are bytes for it. Throws InvalidInput at the place.
MultiPolygon read_geopackage_geometry(std::string_view blob, const AreaPlace& place);

}  // namespace gaptv
