// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_csv.h"

#include <cstdint>
#include <variant>

#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

void append_wkt_ring(std::string& text, const Ring& ring) {
  text += '(';
  for (const MapPoint& point : ring) {
    text += (&point == &ring.front() ? "" : ", ") + csv_number(point.x) + ' ' + csv_number(point.y);
  }
  text += ')';
}

struct FieldOfValue {
  std::string operator()(std::monostate /*missing*/) const { return ""; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return csv_number(value); }
  std::string operator()(const std::string& value) const { return csv_field(value); }
};

}  // namespace

std::string well_known_text(const MultiPolygon& area) {
  if (area.empty()) return "MULTIPOLYGON EMPTY";
  std::string text = "MULTIPOLYGON (";
  for (const Polygon& polygon : area) {
    text += &polygon == &area.front() ? "(" : ", (";
    append_wkt_ring(text, polygon.outer);
    for (const Ring& hole : polygon.holes) {
      text += ", ";
      append_wkt_ring(text, hole);
    }
    text += ')';
  }
  return text + ')';
}

std::string write_area_csv(const AreaLayer& layer) {
  std::string text;
  for (const AreaColumn& column : layer.columns) text += csv_field(column.name) + ',';
  text += "wkt\n";
  for (std::size_t area = 0; area < layer.size(); ++area) {
    for (const AreaColumn& column : layer.columns) text += std::visit(FieldOfValue(), column.values[area]) + ',';
    text += csv_field(well_known_text(layer.geometry[area])) + '\n';
  }
  return text;
}

}  // namespace gaptv
