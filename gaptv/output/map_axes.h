// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/grid/axis.h"

namespace gaptv {

// Says which features of a map run to the right and upwards, and the form of its box.
struct MapAxes {
  std::size_t horizontal = 0;
  std::size_t vertical = 1;
  double height_per_width = 0;  // 0: any form will do
};

// Chooses the axes of a map of two features or more. Longitude (a column called lon, lng, long or longitude, in any
// case) runs to the right and latitude (lat or latitude) upwards, whichever comes first, and a degree of either is as
// long as it is on the earth at the middle latitude. Other features run as they come. A map that would be more than
// five times as long as wide is drawn in any form.
MapAxes find_map_axes(const Grid& grid);

}  // namespace gaptv
