// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Reads the one feature table of a GeoPackage from the bytes of its file, which is neither locked nor changed. Throws
// InvalidInput if there is no such table or more than one, or if the program was built without SQLite.
AreaLayer read_geopackage_areas(std::string bytes, const std::string& file);

}  // namespace gaptv
