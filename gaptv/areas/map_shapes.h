// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Holds what a file draws on a map, or cuts out of one.
struct MapShapes {
  int epsg = 0;  // the code of its coordinate reference system; 0 if it is not known
  std::vector<Polygon> polygons;
  std::vector<std::vector<MapPoint>> lines;  // of two points or more
  MapPoint lowest;                           // of all points
  MapPoint highest;

  bool empty() const { return polygons.empty() && lines.empty(); }
  // Tells whether the coordinates are said to be longitude and latitude.
  bool is_geographic() const;
};

// Reads a file of GeoJSON: a FeatureCollection, a Feature or a geometry. Points are passed over, and so are features
// without a geometry. The file may come from anybody: nothing in it is believed before it is checked. Throws
// InvalidInput with file, feature and remedy, and FileError.
MapShapes read_map_shapes(const std::string& path);

// Throws InvalidInput if the coordinates cannot be longitude and latitude: the file says that they are others, or a
// number is beyond those of the earth.
void check_is_geographic(const MapShapes& shapes, const std::string& path);

}  // namespace gaptv
