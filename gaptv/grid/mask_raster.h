// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/grid/map_axes.h"

namespace gaptv {

// Marks the cells of a grid of two features whose inside overlaps the inside of a polygon; to touch its border is not
// enough. Of a polygon that crosses itself inside is what the even-odd rule says.
std::vector<bool> cells_that_overlap(const MaskPolygons& polygons, const Grid& grid, const MapAxes& axes);

}  // namespace gaptv
