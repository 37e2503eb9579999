// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/map_axes.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string_view>
#include <utility>

namespace gaptv {
namespace {

bool is_called(std::string name, std::initializer_list<std::string_view> names) {
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::ranges::find(names, name) != names.end();
}

bool is_called_longitude(const std::string& name) {
  return is_called(name, {"lon", "lng", "long", "longitude"});
}

bool is_called_latitude(const std::string& name) {
  return is_called(name, {"lat", "latitude"});
}

bool are_degrees(const Axis& longitude, const Axis& latitude) {
  return is_called_longitude(longitude.name) && longitude.lowest >= -360 && longitude.highest <= 360 &&
         is_called_latitude(latitude.name) && latitude.lowest >= -90 && latitude.highest <= 90;
}

}  // namespace

bool is_called_x(const std::string& name) {
  return is_called_longitude(name) || is_called(name, {"x", "east", "easting"});
}

bool is_called_y(const std::string& name) {
  return is_called_latitude(name) || is_called(name, {"y", "north", "northing"});
}

MapAxes find_map_axes(const Grid& grid) {
  constexpr double longest = 5;
  if (grid.axes.size() < 2) return {};
  MapAxes axes;
  if (is_called_y(grid.axes[0].name) && is_called_x(grid.axes[1].name)) std::swap(axes.horizontal, axes.vertical);
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
