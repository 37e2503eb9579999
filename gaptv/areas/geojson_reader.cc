// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/geojson_reader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/geojson_parts.h"
#include "gaptv/base/error.h"
#include "gaptv/model/json_node.h"

namespace gaptv {
namespace {

using nlohmann::json;

MultiPolygon geometry_of_geojson(const json& feature, const AreaPlace& place) {
  const json* const geometry = find_member(feature, "geometry");
  if (!geometry || !geometry->is_object()) place.refuse("has no geometry; remove it or give it one");
  const std::string type = text_member(*geometry, "type");
  const json* const coordinates = find_member(*geometry, "coordinates");
  if (type != "Polygon" && type != "MultiPolygon") {
    place.refuse("has a geometry of type '" + type + "'; areas are of type Polygon or MultiPolygon");
  }
  if (!coordinates) place.refuse("has no coordinates; repair the file");
  MultiPolygon polygons;
  if (type == "Polygon") {
    polygons.push_back(polygon_of_geojson(*coordinates, place));
  } else {
    for (const json& part : list_of_geojson(*coordinates, place)) polygons.push_back(polygon_of_geojson(part, place));
  }
  check_and_turn(polygons, place);
  return polygons;
}

AreaValue value_of_geojson(const json& value) {
  if (value.is_null()) return std::monostate();
  if (value.is_boolean()) return static_cast<std::int64_t>(value.get<bool>() ? 1 : 0);
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return value.get<double>();
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Finds lists and objects that the format does not ask for, as rows that somebody keeps in a member of his own.
void find_other_content(const json& object, const std::set<std::string>& known, AreaLayer& layer) {
  constexpr std::size_t most = 10;
  for (const auto& member : object.items()) {
    if (!member.value().is_structured() || known.contains(member.key()) || layer.others.size() == most) continue;
    std::string other = "the member '" + member.key() + "'";
    if (std::ranges::find(layer.others, other) == layer.others.end()) layer.others.push_back(std::move(other));
  }
}

// Collects columns in the order in which their names were met.
class GeojsonColumns {
 public:
  GeojsonColumns(AreaLayer& layer, const AreaPlace& place) : layer_(layer), place_(place) {}

  void set(const std::string& name, std::size_t area, AreaValue value) {
    const auto [found, is_new] = index_.emplace(name, layer_.columns.size());
    if (is_new) {
      if (layer_.columns.size() == most_area_columns) {
        place_.refuse("brings the file to more than " + std::to_string(most_area_columns) +
                      " properties; keep those that are needed");
      }
      layer_.columns.push_back({.name = name, .values = {}});
    }
    check_table_size(layer_.columns.size(), place_);
    std::vector<AreaValue>& values = layer_.columns[found->second].values;
    values.resize(area);
    values.push_back(std::move(value));
  }

 private:
  AreaLayer& layer_;
  const AreaPlace& place_;
  std::map<std::string, std::size_t> index_;
};

}  // namespace

AreaLayer read_geojson_areas(std::string_view text, const std::string& file) {
  const JsonSource source = {file, "write the file again, or repair it"};
  const json root = parse_json(text, source);
  const json* const features = find_member(root, "features");
  if (text_member(root, "type") != "FeatureCollection" || !features || !features->is_array()) {
    throw InvalidInput(file + ": is not a FeatureCollection of GeoJSON; give a file of areas");
  }
  AreaLayer layer;
  layer.epsg = epsg_of_geojson(root);
  find_other_content(root, {"features", "crs", "bbox"}, layer);
  AreaPlace place = {file, 0};
  GeojsonColumns columns(layer, place);
  for (; place.area < features->size(); ++place.area) {
    const json& feature = (*features)[place.area];
    if (text_member(feature, "type") != "Feature") place.refuse("is not of type Feature; repair the file");
    find_other_content(feature, {"geometry", "properties", "bbox"}, layer);
    layer.geometry.push_back(geometry_of_geojson(feature, place));
    const json* const properties = find_member(feature, "properties");
    if (properties && !properties->is_object() && !properties->is_null()) {
      place.refuse("has properties that are not an object; repair the file");
    }
    const json* const id = find_member(feature, "id");
    if (id && !(properties && find_member(*properties, "id"))) {
      if (!id->is_string() && !id->is_number())
        place.refuse("has an id that is neither text nor number; repair the file");
      columns.set("id", place.area, value_of_geojson(*id));
    }
    if (!properties || properties->is_null()) continue;
    for (const auto& property : properties->items()) {
      columns.set(property.key(), place.area, value_of_geojson(property.value()));
    }
  }
  return layer;
}

}  // namespace gaptv
