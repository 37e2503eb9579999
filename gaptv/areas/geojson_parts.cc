// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/geojson_parts.h"

namespace gaptv {

using nlohmann::json;

const json* find_member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(key);
  return member == object.end() ? nullptr : &*member;
}

std::string text_member(const json& object, const char* key) {
  const json* const member = find_member(object, key);
  return member && member->is_string() ? member->get<std::string>() : std::string();
}

const json& list_of_geojson(const json& value, const AreaPlace& place) {
  if (!value.is_array())
    place.refuse("has coordinates that are not nested as its type of geometry asks; repair the file");
  return value;
}

Ring ring_of_geojson(const json& value, const AreaPlace& place) {
  Ring ring;
  for (const json& position : list_of_geojson(value, place)) {
    if (list_of_geojson(position, place).size() < 2 || !position[0].is_number() || !position[1].is_number()) {
      place.refuse("has a position that is not two numbers; repair the file");
    }
    ring.push_back({position[0].get<double>(), position[1].get<double>()});
  }
  return ring;
}

Polygon polygon_of_geojson(const json& value, const AreaPlace& place) {
  if (list_of_geojson(value, place).empty()) place.refuse("has a polygon without rings; repair the file");
  Polygon polygon;
  polygon.outer = ring_of_geojson(value[0], place);
  for (std::size_t i = 1; i < value.size(); ++i) polygon.holes.push_back(ring_of_geojson(value[i], place));
  return polygon;
}

int epsg_of_geojson(const json& root) {
  const json* const crs = find_member(root, "crs");
  if (!crs || crs->is_null()) return 4326;
  const json* const properties = find_member(*crs, "properties");
  const std::string name = properties ? text_member(*properties, "name") : std::string();
  if (name.ends_with("CRS84")) return 4326;
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  const bool is_epsg = name.find("EPSG") != std::string::npos && digits < name.size() && name.size() - digits <= 6;
  return is_epsg ? std::stoi(name.substr(digits)) : 0;
}

}  // namespace gaptv
