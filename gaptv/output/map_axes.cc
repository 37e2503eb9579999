// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/map_axes.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>
#include <string_view>

namespace gaptv {
namespace {

bool is_called(const Axis& axis, std::initializer_list<std::string_view> names) {
  std::string name = axis.name;
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::ranges::find(names, name) != names.end();
}

bool is_longitude(const Axis& axis) {
  return is_called(axis, {"lon", "lng", "long", "longitude"}) && axis.lowest >= -360 && axis.highest <= 360;
}

bool is_latitude(const Axis& axis) {
  return is_called(axis, {"lat", "latitude"}) && axis.lowest >= -90 && axis.highest <= 90;
}

}  // namespace

MapAxes find_map_axes(const Grid& grid) {
  constexpr double longest = 5;
  if (grid.axes.size() < 2) return {};
  const bool is_turned = is_latitude(grid.axes[0]) && is_longitude(grid.axes[1]);
  if (!is_turned && !(is_longitude(grid.axes[0]) && is_latitude(grid.axes[1]))) return {};
  const Axis& longitude = grid.axes[is_turned ? 1 : 0];
  const Axis& latitude = grid.axes[is_turned ? 0 : 1];
  const double middle = (latitude.lowest + latitude.highest) / 2 * std::numbers::pi / 180;
  const double width = (longitude.highest - longitude.lowest) * std::cos(middle);
  const double ratio = (latitude.highest - latitude.lowest) / width;
  const bool is_drawable = std::isfinite(ratio) && ratio >= 1 / longest && ratio <= longest;
  return {is_turned ? 1U : 0U, is_turned ? 0U : 1U, is_drawable ? ratio : 0};
}

}  // namespace gaptv
