// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_csv_reader.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "gaptv/areas/area_checks.h"
#include "gaptv/base/error.h"
#include "gaptv/data/csv/field.h"
#include "gaptv/data/csv/header.h"
#include "gaptv/data/csv/row_walk.h"

namespace gaptv {
namespace {

class WktCursor {
 public:
  WktCursor(std::string_view text, const AreaPlace& place) : text_(text), place_(place) {}

  // Takes the word or sign if it comes next.
  bool take(std::string_view wanted) {
    skip_blanks();
    if (text_.size() < wanted.size()) return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const char c = text_[i];
      if ((c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c) != wanted[i]) return false;
    }
    text_.remove_prefix(wanted.size());
    return true;
  }

  void expect(std::string_view wanted) {
    if (!take(wanted)) {
      place_.refuse("has a wkt that is no polygon (" + std::string(wanted) + " expected before '" +
                    std::string(text_.substr(0, 20)) + "'); give POLYGON ((x y, ...)) or MULTIPOLYGON");
    }
  }

  double number() {
    skip_blanks();
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) place_.refuse("has a wkt with a coordinate that is no number; repair the file");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

  bool is_at_end() {
    skip_blanks();
    return text_.empty();
  }

 private:
  void skip_blanks() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\r' || text_[0] == '\t')) {
      text_.remove_prefix(1);
    }
  }

  std::string_view text_;
  const AreaPlace& place_;
};

Ring ring_of_wkt(WktCursor& cursor) {
  Ring ring;
  cursor.expect("(");
  do {
    const double x = cursor.number();
    ring.push_back({x, cursor.number()});
  } while (cursor.take(","));
  cursor.expect(")");
  return ring;
}

Polygon polygon_of_wkt(WktCursor& cursor) {
  Polygon polygon;
  cursor.expect("(");
  polygon.outer = ring_of_wkt(cursor);
  while (cursor.take(",")) polygon.holes.push_back(ring_of_wkt(cursor));
  cursor.expect(")");
  return polygon;
}

MultiPolygon geometry_of_wkt(std::string_view text, const AreaPlace& place) {
  WktCursor cursor(text, place);
  MultiPolygon polygons;
  if (cursor.take("MULTIPOLYGON")) {
    cursor.expect("(");
    do {
      polygons.push_back(polygon_of_wkt(cursor));
    } while (cursor.take(","));
    cursor.expect(")");
  } else {
    cursor.expect("POLYGON");
    polygons.push_back(polygon_of_wkt(cursor));
  }
  if (!cursor.is_at_end()) place.refuse("has a wkt with text behind its end; repair the file");
  check_and_turn(polygons, place);
  return polygons;
}

AreaValue value_of_field(const std::string& field) {
  if (field.empty()) return std::monostate();
  const char* const end = field.data() + field.size();
  std::int64_t whole = 0;
  if (const auto result = std::from_chars(field.data(), end, whole); result.ec == std::errc() && result.ptr == end) {
    return whole;
  }
  double number = 0;
  const auto result = std::from_chars(field.data(), end, number);
  if (result.ec == std::errc() && result.ptr == end && std::isfinite(number)) return number;
  return field;
}

}  // namespace

AreaLayer read_csv_areas(std::string_view text, const std::string& file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t line_end = std::min(text.find('\n'), text.size());
  std::string first_line(text.substr(0, line_end));
  if (first_line.ends_with('\r')) first_line.pop_back();
  const csv::Header header = csv::parse_header(file, first_line, csv::delimiter_candidates('\0'));
  if (header.names.size() > most_area_columns)
    throw InvalidInput(file + ": has too many columns; keep those that are needed");
  AreaLayer layer;
  std::optional<std::size_t> wkt;
  for (std::size_t i = 0; i < header.names.size(); ++i) {
    if (header.names[i] == "wkt" || header.names[i] == "WKT") wkt = i;
    layer.columns.push_back({.name = header.names[i], .values = {}});
  }
  if (!wkt)
    throw InvalidInput(file + ": has no column wkt with the polygons; give GeoPackage or GeoJSON, or add the column");
  AreaPlace place = {file, 0};
  const csv::WalkedText walked = csv::walk_rows(
      text.substr(std::min(line_end + 1, text.size())), header.delimiter, [&](const csv::WalkedRow& row) {
        if (row.fields.size() != header.names.size()) {
          place.refuse("has " + std::to_string(row.fields.size()) + " fields where the header has " +
                       std::to_string(header.names.size()) + "; repair the line");
        }
        check_table_size(row.fields.size(), place);
        for (std::size_t i = 0; i < row.fields.size(); ++i) {
          if (i == *wkt) {
            layer.geometry.push_back(geometry_of_wkt(row.fields[i], place));
          } else {
            layer.columns[i].values.push_back(value_of_field(csv::unescape(row.fields[i])));
          }
        }
        ++place.area;
        return true;
      });
  if (!walked.is_done) place.refuse("has a field whose quotes do not match; repair the line");
  layer.columns.erase(layer.columns.begin() + static_cast<std::ptrdiff_t>(*wkt));
  return layer;
}

}  // namespace gaptv
