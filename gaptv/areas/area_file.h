// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Reads a file of areas: GeoPackage, GeoJSON, or CSV with a column `wkt`, whichever its first bytes say. The file may
// come from anybody: nothing in it is believed before it is checked. Throws InvalidInput with file, feature and remedy,
// and FileError.
AreaLayer read_areas(const std::string& path);

}  // namespace gaptv
