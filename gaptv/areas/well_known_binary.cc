// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/well_known_binary.h"

#include <cstdint>

#include "gaptv/areas/little_endian.h"

namespace gaptv {
namespace {

// A geometry begins with the order of its bytes, its type and the number of its parts.
void append_head(std::string& bytes, std::uint32_t type, std::size_t parts) {
  bytes += '\1';
  append_little_endian(bytes, type);
  append_little_endian(bytes, static_cast<std::uint32_t>(parts));
}

void append_points(std::string& bytes, const Ring& ring) {
  append_little_endian(bytes, static_cast<std::uint32_t>(ring.size()));
  for (const MapPoint& point : ring) {
    append_little_endian(bytes, point.x);
    append_little_endian(bytes, point.y);
  }
}

}  // namespace

std::string well_known_binary(const MultiPolygon& area) {
  std::string bytes;
  append_head(bytes, wkb_multipolygon, area.size());
  for (const Polygon& polygon : area) {
    append_head(bytes, wkb_polygon, 1 + polygon.holes.size());
    append_points(bytes, polygon.outer);
    for (const Ring& hole : polygon.holes) append_points(bytes, hole);
  }
  return bytes;
}

}  // namespace gaptv
