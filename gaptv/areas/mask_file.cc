// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/mask_file.h"

#include <memory>
#include <utility>

#include "gaptv/areas/map_shapes.h"
#include "gaptv/base/error.h"

namespace gaptv {
namespace {

MaskRing mask_ring(const Ring& ring) {
  MaskRing result;
  result.reserve(ring.size());
  for (const MapPoint& point : ring) result.push_back({point.x, point.y});
  return result;
}

}  // namespace

void load_mask(FitOptions& options) {
  if (options.mask.rule != CellMask::Rule::polygons || options.mask.polygons) return;
  const std::string& file = options.mask.file;
  const MapShapes shapes = read_map_shapes(file);
  if (shapes.polygons.empty()) throw InvalidInput(file + ": has lines only; a mask needs polygons");
  MaskPolygons polygons;
  for (const Polygon& polygon : shapes.polygons) {
    MaskPolygon rings = {mask_ring(polygon.outer)};
    for (const Ring& hole : polygon.holes) rings.push_back(mask_ring(hole));
    polygons.polygons.push_back(std::move(rings));
  }
  polygons.is_geographic = shapes.is_geographic();
  polygons.lowest = {shapes.lowest.x, shapes.lowest.y};
  polygons.highest = {shapes.highest.x, shapes.highest.y};
  options.mask.polygons = std::make_shared<const MaskPolygons>(std::move(polygons));
}

}  // namespace gaptv
