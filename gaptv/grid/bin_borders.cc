// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/bin_borders.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gaptv/base/infinity.h"

namespace gaptv {

std::vector<double> bin_borders(const Axis& axis) {
  const std::vector<double>& edges = axis.edges;
  if (edges.empty()) {
    if (axis.lowest < axis.highest) return {axis.lowest, axis.highest};
    // A constant feature.
    constexpr double large = 1e9;  // half a unit beside what is larger may be lost
    const double air = std::abs(axis.lowest) < large ? 0.5 : std::abs(axis.lowest) / 2;
    return {axis.lowest - air, axis.highest + air};
  }
  const double low = std::min(axis.lowest, edges.front());
  const double high = std::max(axis.highest, edges.back());
  const double mean_width = (high - low) / static_cast<double>(edges.size());
  std::vector<double> borders = {low};
  borders.insert(borders.end(), edges.begin(), edges.end());
  borders.push_back(high);
  // A neighbour has no width either if a single edge lies at the only value.
  const auto width_beside = [mean_width](double width) { return width > 0 ? std::min(width, mean_width) : 1.0; };
  const std::size_t last = borders.size() - 1;
  if (low >= edges.front()) {
    const double width = width_beside(borders[2] - borders[1]);
    borders[0] = std::min(edges.front() - width, std::nextafter(edges.front(), -infinity));
  }
  if (high <= edges.back()) {
    const double width = width_beside(borders[last - 1] - borders[last - 2]);
    borders[last] = std::max(edges.back() + width, std::nextafter(edges.back(), infinity));
  }
  return borders;
}

}  // namespace gaptv
