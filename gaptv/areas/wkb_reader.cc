// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/wkb_reader.h"

#include <array>
#include <bit>
#include <cstdint>

#include "gaptv/areas/well_known_binary.h"

namespace gaptv {
namespace {

class WkbCursor {
 public:
  WkbCursor(std::string_view bytes, const AreaPlace& place) : bytes_(bytes), place_(place) {}

  std::uint8_t byte() {
    need(1);
    const auto value = static_cast<std::uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return value;
  }

  void skip(std::size_t size) {
    need(size);
    bytes_.remove_prefix(size);
  }

  void read_byte_order() {
    const std::uint8_t order = byte();
    if (order > 1) place_.refuse("has a geometry whose byte order is neither 0 nor 1; write the file again");
    is_little_ = order == 1;
  }

  std::uint32_t number_of_32_bits() { return static_cast<std::uint32_t>(unsigned_number(4)); }

  double coordinate() { return std::bit_cast<double>(unsigned_number(8)); }

  // Returns a number of things of which each takes at least so many bytes.
  std::size_t count(std::size_t bytes_each) {
    const std::size_t count = number_of_32_bits();
    if (count > bytes_.size() / bytes_each) {
      place_.refuse("has a geometry that says it is longer than it is; write the file again");
    }
    return count;
  }

  std::size_t size() const { return bytes_.size(); }

 private:
  void need(std::size_t size) const {
    if (bytes_.size() < size) place_.refuse("has a geometry that ends too early; write the file again");
  }

  std::uint64_t unsigned_number(std::size_t size) {
    need(size);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t place = is_little_ ? size - 1 - i : i;
      value = (value << 8U) | static_cast<std::uint8_t>(bytes_[place]);
    }
    bytes_.remove_prefix(size);
    return value;
  }

  std::string_view bytes_;
  const AreaPlace& place_;
  bool is_little_ = true;
};

Ring ring_of_wkb(WkbCursor& cursor) {
  Ring ring(cursor.count(16));
  for (MapPoint& point : ring) {
    point.x = cursor.coordinate();
    point.y = cursor.coordinate();
  }
  return ring;
}

Polygon polygon_of_wkb(WkbCursor& cursor, const AreaPlace& place) {
  const std::size_t rings = cursor.count(4);
  if (rings == 0) place.refuse("has a polygon without rings; repair the file");
  Polygon polygon;
  polygon.outer = ring_of_wkb(cursor);
  for (std::size_t i = 1; i < rings; ++i) polygon.holes.push_back(ring_of_wkb(cursor));
  return polygon;
}

std::uint32_t type_of_wkb(WkbCursor& cursor, const AreaPlace& place) {
  cursor.read_byte_order();
  const std::uint32_t type = cursor.number_of_32_bits();
  const bool is_flat = type < 1000;
  if (is_flat && type != wkb_polygon && type != wkb_multipolygon) {
    place.refuse("has a geometry of type " + std::to_string(type) + "; areas are polygons (3) or multipolygons (6)");
  }
  if (!is_flat) place.refuse("has a geometry with heights or measures; write the file again with x and y alone");
  return type;
}

}  // namespace

MultiPolygon read_geopackage_geometry(std::string_view blob, const AreaPlace& place) {
  if (blob.size() < 8 || !blob.starts_with("GP") || blob[2] != 0) {
    place.refuse("has a geometry that does not begin as those of a GeoPackage; write the file again");
  }
  const auto flags = static_cast<std::uint8_t>(blob[3]);
  const std::uint8_t envelope = (flags >> 1U) & 7U;
  constexpr std::array<std::size_t, 5> envelope_bytes = {0, 32, 48, 48, 64};
  if (envelope >= envelope_bytes.size() || (flags & 0xE0U) != 0) {
    place.refuse("has a geometry whose flags no GeoPackage has; write the file again");
  }
  if ((flags & 0x10U) != 0) place.refuse("has an empty geometry; remove it or give it a polygon");
  WkbCursor cursor(blob.substr(8), place);
  cursor.skip(envelope_bytes[envelope]);
  MultiPolygon polygons;
  if (type_of_wkb(cursor, place) == wkb_polygon) {
    polygons.push_back(polygon_of_wkb(cursor, place));
  } else {
    const std::size_t parts = cursor.count(9);
    for (std::size_t i = 0; i < parts; ++i) {
      if (type_of_wkb(cursor, place) != wkb_polygon) {
        place.refuse("has a multipolygon with a part that is no polygon; write the file again");
      }
      polygons.push_back(polygon_of_wkb(cursor, place));
    }
  }
  if (cursor.size() > 0) place.refuse("has a geometry with bytes behind its end; write the file again");
  check_and_turn(polygons, place);
  return polygons;
}

}  // namespace gaptv
