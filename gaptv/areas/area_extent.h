// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <vector>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// A box along the axes.
struct AreaExtent {
  double x_min = 0;
  double y_min = 0;
  double x_max = 0;
  double y_max = 0;
};

// Finds the smallest box around areas; there is none around no polygons.
std::optional<AreaExtent> extent_of(const MultiPolygon& area);
std::optional<AreaExtent> extent_of(const std::vector<MultiPolygon>& areas);

}  // namespace gaptv
