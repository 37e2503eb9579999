// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Writes an area as well-known binary (WKB), little-endian: always a multipolygon.
std::string well_known_binary(const MultiPolygon& area);

}  // namespace gaptv
