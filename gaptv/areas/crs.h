// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

namespace gaptv {

// The code of longitude and latitude in degrees on WGS 84, as GPS receivers have them.
inline constexpr int longitude_and_latitude = 4326;

// Reads the name of a coordinate reference system in the register of the EPSG, EPSG:25832. Which codes there are is not
// known here: any positive one is taken. Throws InvalidInput for all other texts.
int parse_epsg(const std::string& text);

std::string epsg_text(int epsg);

}  // namespace gaptv
