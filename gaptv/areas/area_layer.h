// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace gaptv {

struct MapPoint {
  double x = 0;
  double y = 0;

  bool operator==(const MapPoint&) const = default;
};

// A closed line: the last point is the first one again, so that there are at least four.
using Ring = std::vector<MapPoint>;

// An outer ring, counter-clockwise, and the holes in it, clockwise.
struct Polygon {
  Ring outer;
  std::vector<Ring> holes;
};

using MultiPolygon = std::vector<Polygon>;

// One entry of a table of areas; std::monostate is one that is missing.
using AreaValue = std::variant<std::monostate, std::int64_t, double, std::string>;

enum class AreaType { integer, number, text };

struct AreaColumn {
  std::string name;
  AreaType type = AreaType::number;
  std::vector<AreaValue> values;  // by area; each is of the type, or missing
};

// Holds what a file of areas holds: a geometry for each area, and a table. It knows no cells and no rows.
struct AreaLayer {
  std::string name = "regions";
  int epsg = 0;  // the code of its coordinate reference system; 0 if it is not known
  std::vector<MultiPolygon> geometry;
  std::vector<AreaColumn> columns;
  std::vector<std::string> others =
      {};  // what else a file that was read holds, in words, beside what its format asks for

  std::size_t size() const { return geometry.size(); }
};

}  // namespace gaptv
