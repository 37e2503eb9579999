// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_extent.h"

#include <algorithm>

namespace gaptv {
namespace {

void extend(std::optional<AreaExtent>& extent, const AreaExtent& other) {
  if (!extent) extent = other;
  extent->x_min = std::min(extent->x_min, other.x_min);
  extent->y_min = std::min(extent->y_min, other.y_min);
  extent->x_max = std::max(extent->x_max, other.x_max);
  extent->y_max = std::max(extent->y_max, other.y_max);
}

}  // namespace

// Holes lie within their outer rings.
std::optional<AreaExtent> extent_of(const MultiPolygon& area) {
  std::optional<AreaExtent> extent;
  for (const Polygon& polygon : area) {
    for (const MapPoint& point : polygon.outer) extend(extent, {point.x, point.y, point.x, point.y});
  }
  return extent;
}

std::optional<AreaExtent> extent_of(const std::vector<MultiPolygon>& areas) {
  std::optional<AreaExtent> extent;
  for (const MultiPolygon& area : areas) {
    if (const auto part = extent_of(area)) extend(extent, *part);
  }
  return extent;
}

}  // namespace gaptv
