// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_checks.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_set>

#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/base/number_text.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv {
namespace {

// Twice the area, positive if the ring runs counter-clockwise; from its first point, so that large offsets cost
// nothing.
double signed_double_area(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    sum +=
        (ring[i].x - ring[0].x) * (ring[i + 1].y - ring[0].y) - (ring[i + 1].x - ring[0].x) * (ring[i].y - ring[0].y);
  }
  return sum;
}

void check_ring(const Ring& ring, const AreaPlace& place) {
  if (ring.size() < 4) {
    place.refuse("has a ring of " + std::to_string(ring.size()) +
                 " points; a ring has at least 4, of which the last is the first again");
  }
  for (const MapPoint& point : ring) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
      place.refuse("has a coordinate that is no finite number; repair the file");
    }
  }
  if (!(ring.front() == ring.back())) {
    place.refuse("has a ring that is not closed; its last point has to be its first one again");
  }
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

}  // namespace

void AreaPlace::refuse(const std::string& problem) const {
  throw InvalidInput(file + ": feature " + std::to_string(area + 1) + " " + drawable_text(problem));
}

void check_table_size(std::size_t columns, const AreaPlace& place) {
  if (columns == 0 || place.area < most_area_entries / columns) return;
  place.refuse("brings the table to more than " + std::to_string(most_area_entries / 1'000'000) + " million entries (" +
               std::to_string(columns) + " columns); keep the columns that are needed");
}

void check_and_turn(MultiPolygon& polygons, const AreaPlace& place) {
  if (polygons.empty()) place.refuse("has no polygon; remove it or give it a geometry");
  for (Polygon& polygon : polygons) {
    check_ring(polygon.outer, place);
    if (signed_double_area(polygon.outer) < 0) std::ranges::reverse(polygon.outer);
    for (Ring& hole : polygon.holes) {
      check_ring(hole, place);
      if (signed_double_area(hole) > 0) std::ranges::reverse(hole);
    }
  }
}

std::string read_area_file(const std::string& path) {
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(path, ignored);
  if (!ignored && size > largest_area_file_bytes) {
    throw InvalidInput(path + ": has " + std::to_string(size / 1'000'000) + " MB, more than the " +
                       std::to_string(largest_area_file_bytes / 1'000'000) +
                       " that are read; simplify the borders or split the file");
  }
  return read_file(path);
}

void settle_columns(AreaLayer& layer) {
  for (AreaColumn& column : layer.columns) {
    column.values.resize(layer.size());
    bool has_number = false;
    bool has_text = false;
    bool has_integer = false;
    for (const AreaValue& value : column.values) {
      has_integer = has_integer || std::holds_alternative<std::int64_t>(value);
      has_number = has_number || std::holds_alternative<double>(value);
      has_text = has_text || std::holds_alternative<std::string>(value);
    }
    column.type = has_text ? AreaType::text : has_number || !has_integer ? AreaType::number : AreaType::integer;
    for (AreaValue& value : column.values) {
      if (std::holds_alternative<std::monostate>(value)) continue;
      if (column.type == AreaType::text) value = area_value_text(value);
      if (const auto* whole = std::get_if<std::int64_t>(&value); whole && column.type == AreaType::number) {
        value = static_cast<double>(*whole);
      }
    }
  }
}

void check_layer(const AreaLayer& layer, const std::string& file) {
  if (layer.size() == 0) throw InvalidInput(file + ": has no areas; write the regions again");
  const AreaColumn* const id = find_area_column(layer, "id");
  if (!id) return;
  std::unordered_set<std::string> seen;
  for (std::size_t area = 0; area < layer.size(); ++area) {
    const std::string text = area_value_text(id->values[area]);
    if (!text.empty() && !seen.insert(text).second) {
      AreaPlace{file, area}.refuse("has the id " + text + ", which another one has; give each area an id of its own");
    }
  }
}

const AreaColumn* find_area_column(const AreaLayer& layer, const std::string& name) {
  for (const AreaColumn& column : layer.columns) {
    if (lower_case(column.name) == name) return &column;
  }
  return nullptr;
}

std::string area_value_text(const AreaValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value)) return exact_number_text(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return {};
}

std::vector<std::string> area_names(const AreaLayer& layer) {
  const AreaColumn* const id = find_area_column(layer, "id");
  std::vector<std::string> names;
  for (std::size_t area = 0; area < layer.size(); ++area) {
    std::string name = id ? drawable_text(area_value_text(id->values[area])) : std::string();
    names.push_back(name.empty() ? "#" + std::to_string(area + 1) : std::move(name));
  }
  return names;
}

}  // namespace gaptv
