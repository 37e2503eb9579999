// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/figures/axis_scale.h"
#include "gaptv/figures/figure.h"
#include "gaptv/output/colour_map.h"

namespace gaptv::figures {

// Gives the colours of a figure's maps, with their limits known.
struct MapColours {
  AxisScale limits;
  ColourScale::Palette palette = ColourScale::Palette::viridis;
  double midpoint = 0;
  bool is_cut_low = false;  // there are values below the limits
  bool is_cut_high = false;

  Colour colour(double value) const;  // NaN, a cell without data, is white
};

bool has_map(const Figure& figure);

// Finds the limits. Those not given are those of all maps, and reach to the midpoint of a diverging scale. The result
// is empty if those that are given leave no value between them.
ValueSpan colour_limits(const Figure& figure);

MapColours map_colours(const Figure& figure);

}  // namespace gaptv::figures
