// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Reads a CSV file whose column `wkt` holds each area as well-known text, POLYGON ((x y, ...)) or MULTIPOLYGON. Fields
// that are empty are missing. Throws InvalidInput, starting with the file's name.
AreaLayer read_csv_areas(std::string_view text, const std::string& file);

}  // namespace gaptv
