// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// The types of geometries that areas have in well-known binary.
inline constexpr std::uint32_t wkb_polygon = 3;
inline constexpr std::uint32_t wkb_multipolygon = 6;

// Writes an area as well-known binary (WKB), little-endian: always a multipolygon.
std::string well_known_binary(const MultiPolygon& area);

}  // namespace gaptv
