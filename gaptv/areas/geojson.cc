// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/geojson.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

#include "gaptv/areas/area_extent.h"
#include "gaptv/areas/crs.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/base/utf8.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

std::string quoted(const std::string& text) {
  if (!is_utf8(text)) throw InvalidInput("a text of the areas is not UTF-8, as GeoJSON has to be");
  return nlohmann::json(text).dump();
}

struct JsonOfValue {
  std::string operator()(std::monostate /*missing*/) const { return "null"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return std::isfinite(value) ? csv_number(value) : "null"; }
  std::string operator()(const std::string& value) const { return quoted(value); }
};

void append_ring(std::string& text, const Ring& ring) {
  text += '[';
  for (const MapPoint& point : ring) {
    text += '[' + csv_number(point.x) + ',' + csv_number(point.y) + "],";
  }
  text.back() = ']';
}

void append_geometry(std::string& text, const MultiPolygon& area) {
  text += R"({"type":"MultiPolygon","coordinates":[)";
  for (const Polygon& polygon : area) {
    text += &polygon == &area.front() ? "[" : ",[";
    append_ring(text, polygon.outer);
    for (const Ring& hole : polygon.holes) {
      text += ',';
      append_ring(text, hole);
    }
    text += ']';
  }
  text += "]}";
}

void append_properties(std::string& text, const AreaLayer& layer, std::size_t area) {
  text += '{';
  for (const AreaColumn& column : layer.columns) {
    if (&column != &layer.columns.front()) text += ',';
    text += quoted(column.name) + ':' + std::visit(JsonOfValue(), column.values[area]);
  }
  text += '}';
}

// Refuses what is off the earth.
void check_range(const char* name, double low, double high, double end) {
  if (low >= -end && high <= end) return;
  throw InvalidInput(
      "GeoJSON has longitude and latitude only, and the " + std::string(name) + " here goes from " +
      exact_number_text(low) + " to " + exact_number_text(high) +
      "; if these are other coordinates, say which by `crs`, as in `crs=EPSG:25832`, and write a GeoPackage "
      "(a name that ends in .gpkg); if the outer areas go too far, say where they end by `bounds`");
}

}  // namespace

void check_geojson_crs(int epsg) {
  if (epsg == 0 || epsg == longitude_and_latitude) return;
  throw InvalidInput("GeoJSON has longitude and latitude only (" + epsg_text(longitude_and_latitude) + "), not " +
                     epsg_text(epsg) + "; write a GeoPackage (a name that ends in .gpkg), which has any coordinates");
}

std::string write_geojson(const AreaLayer& layer) {
  check_geojson_crs(layer.epsg);
  if (const auto extent = extent_of(layer.geometry)) {
    check_range("longitude", extent->x_min, extent->x_max, 180);
    check_range("latitude", extent->y_min, extent->y_max, 90);
  }
  std::string text = R"({"type":"FeatureCollection","name":)" + quoted(layer.name) + R"(,"features":[)";
  for (std::size_t area = 0; area < layer.size(); ++area) {
    text += area == 0 ? "\n" : ",\n";
    text += R"({"type":"Feature","properties":)";
    append_properties(text, layer, area);
    text += R"(,"geometry":)";
    append_geometry(text, layer.geometry[area]);
    text += '}';
  }
  return text + "\n]}\n";
}

}  // namespace gaptv
