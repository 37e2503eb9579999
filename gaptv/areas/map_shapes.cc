// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/map_shapes.h"

#include <algorithm>
#include <cmath>

#include "gaptv/areas/geojson_parts.h"
#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/model/json_node.h"

namespace gaptv {
namespace {

using nlohmann::json;

class ShapesReader {
 public:
  ShapesReader(const std::string& file, const json& root) : place_{file, 0} {
    const std::string type = text_member(root, "type");
    const json* const features = find_member(root, "features");
    if (type != "FeatureCollection") {
      add_object(root, type);
      return;
    }
    if (!features || !features->is_array()) throw InvalidInput(file + ": has no list of features; repair the file");
    for (; place_.area < features->size(); ++place_.area) {
      const json& feature = (*features)[place_.area];
      add_object(feature, text_member(feature, "type"));
    }
  }

  MapShapes shapes;

 private:
  void add_object(const json& object, const std::string& type) {
    if (type != "Feature") {
      add_geometry(object, type);
      return;
    }
    const json* const geometry = find_member(object, "geometry");
    if (!geometry || geometry->is_null()) return;
    add_geometry(*geometry, text_member(*geometry, "type"));
  }

  void add_geometry(const json& geometry, const std::string& type) {
    if (type == "GeometryCollection") {
      const json* const parts = find_member(geometry, "geometries");
      if (!parts || !parts->is_array()) place_.refuse("has no list of geometries; repair the file");
      for (const json& part : *parts) add_geometry(part, text_member(part, "type"));
      return;
    }
    if (type == "Point" || type == "MultiPoint") return;
    const json* const coordinates = find_member(geometry, "coordinates");
    if (!coordinates) place_.refuse("is not GeoJSON: it has no coordinates; give a file of polygons or lines");
    if (type == "Polygon") {
      add_polygon(*coordinates);
    } else if (type == "MultiPolygon") {
      for (const json& part : list_of_geojson(*coordinates, place_)) add_polygon(part);
    } else if (type == "LineString") {
      add_line(*coordinates);
    } else if (type == "MultiLineString") {
      for (const json& part : list_of_geojson(*coordinates, place_)) add_line(part);
    } else {
      place_.refuse("has a geometry of type '" + type + "'; give polygons or lines");
    }
  }

  void add_polygon(const json& coordinates) {
    MultiPolygon polygon = {polygon_of_geojson(coordinates, place_)};
    check_and_turn(polygon, place_);
    shapes.polygons.push_back(std::move(polygon.front()));
  }

  void add_line(const json& coordinates) {
    std::vector<MapPoint> line = ring_of_geojson(coordinates, place_);
    if (line.size() < 2) place_.refuse("has a line of less than two points; repair the file");
    for (const MapPoint& point : line) {
      if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
        place_.refuse("has a coordinate that is no finite number; repair the file");
      }
    }
    shapes.lines.push_back(std::move(line));
  }

  AreaPlace place_;
};

void find_extent(MapShapes& shapes) {
  shapes.lowest = {infinity, infinity};
  shapes.highest = {-infinity, -infinity};
  const auto take = [&shapes](const std::vector<MapPoint>& points) {
    for (const MapPoint& point : points) {
      shapes.lowest = {std::min(shapes.lowest.x, point.x), std::min(shapes.lowest.y, point.y)};
      shapes.highest = {std::max(shapes.highest.x, point.x), std::max(shapes.highest.y, point.y)};
    }
  };
  for (const Polygon& polygon : shapes.polygons) take(polygon.outer);
  for (const std::vector<MapPoint>& line : shapes.lines) take(line);
}

}  // namespace

bool MapShapes::is_geographic() const {
  // WGS 84, and the systems of Europe and North America that differ from it by a metre or two.
  return epsg == 4326 || epsg == 4258 || epsg == 4269;
}

MapShapes read_map_shapes(const std::string& path) {
  const std::string text = read_area_file(path);
  const JsonSource source = {path, "give a file of GeoJSON"};
  const json root = parse_json(text, source);
  if (!root.is_object()) throw InvalidInput(path + ": is not an object of GeoJSON; give a file of GeoJSON");
  MapShapes shapes = std::move(ShapesReader(path, root).shapes);
  shapes.epsg = epsg_of_geojson(root);
  if (shapes.empty()) throw InvalidInput(path + ": has no polygons and no lines; give a file that has some");
  find_extent(shapes);
  return shapes;
}

void check_is_geographic(const MapShapes& shapes, const std::string& path) {
  const bool are_degrees =
      shapes.lowest.x >= -360 && shapes.highest.x <= 360 && shapes.lowest.y >= -90 && shapes.highest.y <= 90;
  if (shapes.is_geographic() && are_degrees) return;
  throw InvalidInput(path +
                     (shapes.is_geographic() ? ": has coordinates beyond those of the earth, "
                                             : ": says that its coordinates are others, ") +
                     "and those of the rows are longitude and latitude; bring the file to WGS 84, as GeoJSON asks for");
}

}  // namespace gaptv
