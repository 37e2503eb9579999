// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>

#include "gaptv/grid/axis.h"

namespace gaptv {

// Says which features of a map run to the right and upwards, and the form of its box.
struct MapAxes {
  std::size_t horizontal = 0;
  std::size_t vertical = 1;
  double height_per_width = 0;  // 0: any form will do
  bool is_geographic = false;   // longitude and latitude in degrees
};

// Says whether a column is called as those that run to the right on maps (lon, lng, long, longitude, x, east, easting)
// or upwards (lat, latitude, y, north, northing), in any case.
bool is_called_x(const std::string& name);
bool is_called_y(const std::string& name);

// Chooses the axes of a map of two features or more by the names of its columns, whichever comes first. Other features
// run as they come. A degree of longitude or of latitude is as long as it is on the earth at the middle latitude,
// unless the map would be more than five times as long as wide: it is then drawn in any form.
MapAxes find_map_axes(const Grid& grid);

}  // namespace gaptv
