// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// Writes an area as well-known text: MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0))), or MULTIPOLYGON EMPTY.
std::string well_known_text(const MultiPolygon& area);

// Writes areas as comma-separated text: a line of the names of the columns and "wkt", then a line for each area.
// Numbers are those of csv_number(); what is missing is empty. The coordinate reference system is not written.
std::string write_area_csv(const AreaLayer& layer);

}  // namespace gaptv
