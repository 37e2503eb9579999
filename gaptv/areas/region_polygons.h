// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// The number of a cell that belongs to no area.
inline constexpr std::size_t no_area = std::numeric_limits<std::size_t>::max();

// Says for every cell of a grid to which area it belongs.
struct NumberedCells {
  std::vector<double> x_borders;  // of the cells, strictly increasing: one more than there are cells along x
  std::vector<double> y_borders;
  std::vector<std::size_t> area_of_cell;  // y runs fastest; below "areas", or no_area
  std::size_t areas = 0;
};

// Makes the polygons of every area. They cover its cells exactly: no gap, no overlap, and all coordinates are borders
// of cells as they are. A polygon is a set of cells of one area that are connected along their sides, in the order of
// their first cells; an area without cells has none. The first ring goes round it counter-clockwise, the others round
// its holes, clockwise.
//
// A point is a corner of the ring, or a place on a straight line of it where two areas on the other side meet; there
// are no others. So two neighbours have the same points along their common border, which therefore stays a common one
// when the polygons are simplified or brought to other coordinates: they are a coverage in the sense of GEOS.
//
// The polygons are valid in the sense of the OGC (and of GEOS, which QGIS, PostGIS and shapely use), also where cells
// of an area touch each other in a corner only: no ring visits a point twice, two rings of an area share single points
// at most, and the inside of a polygon is connected.
//
// O(cells).
std::vector<MultiPolygon> region_polygons(const NumberedCells& cells);

}  // namespace gaptv
