// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/colour_limits.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gaptv {
namespace {

constexpr double share_left_out = 0.01;

// Returns the value that so much weight stays below, of values that ascend.
double value_at(const std::vector<std::pair<double, double>>& values, double weight) {
  double sum = 0;
  for (const auto& [value, of_value] : values) {
    sum += of_value;
    if (sum >= weight) return value;
  }
  return values.back().first;
}

}  // namespace

ColourLimits find_colour_limits(const Surface& surface) {
  std::vector<std::pair<double, double>> values;
  double total = 0;
  for (const Region& region : surface.regions) {
    values.emplace_back(region.value, region.weight);
    total += region.weight;
  }
  std::ranges::sort(values);
  ColourLimits limits = {values.front().first, values.back().first};
  const double low = value_at(values, share_left_out * total);
  const double high = value_at(values, (1 - share_left_out) * total);
  const double span = high - low;
  if (!(span > 0) || !std::isfinite(span)) return limits;
  const double unit = std::pow(10, std::floor(std::log10(span)) - 1);
  if (limits.high > high + span) limits.high = std::ceil(high / unit) * unit;
  if (limits.low < low - span) limits.low = std::floor(low / unit) * unit;
  return limits;
}

}  // namespace gaptv
