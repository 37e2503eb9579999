// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_layer.h"

namespace gaptv {

// These are for the readers of GeoJSON, which share them. Nothing in a file is believed: what is not as RFC 7946 says
// is refused with the place.

// Returns a member of an object, null if it is no object or has no such member.
const nlohmann::json* find_member(const nlohmann::json& object, const char* key);
// Returns the text of a member, an empty one if it has none.
std::string text_member(const nlohmann::json& object, const char* key);

// Read coordinates that are nested as a type of geometry asks.
const nlohmann::json& list_of_geojson(const nlohmann::json& value, const AreaPlace& place);
Ring ring_of_geojson(const nlohmann::json& value, const AreaPlace& place);
Polygon polygon_of_geojson(const nlohmann::json& value, const AreaPlace& place);

// Returns the code of the coordinate reference system: EPSG 4326 unless an old member `crs` names another one; 0 if
// that is not known.
int epsg_of_geojson(const nlohmann::json& root);

}  // namespace gaptv
