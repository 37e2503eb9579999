// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Writes areas as a GeoPackage (OGC 12-128, version 1.3, as which older programs open it without a warning), a database
// of SQLite that QGIS, GDAL, PostGIS and R open: one table of features with the name of the layer, whose key is "fid"
// (from 1) and whose geometry is "geom", always a MULTIPOLYGON in x and y. The coordinate reference system is that of
// the layer, or an undefined Cartesian one. It has no spatial index, and the date of its last change is fixed: the same
// areas give the same bytes.
//
// Throws InvalidInput for names of columns that occur twice or are "fid" or "geom" (in any case), texts that are not
// UTF-8, and if the library was built without SQLite.
std::string write_geopackage(const AreaLayer& layer);

}  // namespace gaptv
