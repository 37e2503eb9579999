// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/map_colours.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace gaptv::figures {
namespace {

ValueSpan map_values(const Figure& figure) {
  ValueSpan values;
  for (const FigurePanel& panel : figure.panels) {
    const auto* const map = std::get_if<MapPanel>(&panel);
    if (map == nullptr) continue;
    for (const double value : map->values) values.include(value);
  }
  return values;
}

}  // namespace

Colour MapColours::colour(double value) const {
  if (std::isnan(value)) return {255, 255, 255};
  if (palette == ColourScale::Palette::viridis) return viridis(limits.share(value));
  const double farthest = std::max(midpoint - limits.low, limits.high - midpoint);
  const double within = std::clamp(value, limits.low, limits.high);
  return blue_white_red(0.5 + (within - midpoint) / (2 * farthest));
}

bool has_map(const Figure& figure) {
  return std::ranges::any_of(figure.panels,
                             [](const FigurePanel& panel) { return std::holds_alternative<MapPanel>(panel); });
}

ValueSpan colour_limits(const Figure& figure) {
  const ColourScale& scale = figure.colours;
  ValueSpan limits = map_values(figure);
  if (scale.palette == ColourScale::Palette::diverging) limits.include(scale.midpoint);
  if (scale.low) limits.low = *scale.low;
  if (scale.high) limits.high = *scale.high;
  return limits;
}

MapColours map_colours(const Figure& figure) {
  const ValueSpan values = map_values(figure);
  const ValueSpan limits = colour_limits(figure);
  return {make_axis(limits, false), figure.colours.palette, figure.colours.midpoint,
          values.low<limits.low, values.high> limits.high};
}

}  // namespace gaptv::figures
