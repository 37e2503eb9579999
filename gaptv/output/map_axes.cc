// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/map_axes.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>

namespace gaptv {
namespace {

bool is_called(const Axis& axis, std::initializer_list<std::string_view> names) {
  std::string name = axis.name;
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::ranges::find(names, name) != names.end();
}

bool is_called_longitude(const Axis& axis) {
  return is_called(axis, {"lon", "lng", "long", "longitude"});
}

bool is_called_latitude(const Axis& axis) {
  return is_called(axis, {"lat", "latitude"});
}

bool is_to_the_right(const Axis& axis) {
  return is_called_longitude(axis) || is_called(axis, {"x", "east", "easting"});
}

bool is_upwards(const Axis& axis) {
  return is_called_latitude(axis) || is_called(axis, {"y", "north", "northing"});
}

bool are_degrees(const Axis& longitude, const Axis& latitude) {
  return is_called_longitude(longitude) && longitude.lowest >= -360 && longitude.highest <= 360 &&
         is_called_latitude(latitude) && latitude.lowest >= -90 && latitude.highest <= 90;
}

}  // namespace

MapAxes find_map_axes(const Grid& grid) {
  constexpr double longest = 5;
  if (grid.axes.size() < 2) return {};
  MapAxes axes;
  if (is_upwards(grid.axes[0]) && is_to_the_right(grid.axes[1])) std::swap(axes.horizontal, axes.vertical);
  const Axis& longitude = grid.axes[axes.horizontal];
  const Axis& latitude = grid.axes[axes.vertical];
  axes.is_geographic = are_degrees(longitude, latitude);
  if (!axes.is_geographic) return axes;
  const double middle = (latitude.lowest + latitude.highest) / 2 * std::numbers::pi / 180;
  const double width = (longitude.highest - longitude.lowest) * std::cos(middle);
  const double ratio = (latitude.highest - latitude.lowest) / width;
  if (std::isfinite(ratio) && ratio >= 1 / longest && ratio <= longest) axes.height_per_width = ratio;
  return axes;
}

}  // namespace gaptv
