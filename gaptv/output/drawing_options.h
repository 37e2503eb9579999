// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/output/region_facts.h"

namespace gaptv {

// A line over a map: x and y of its points, in the units of the features.
using MapLine = std::vector<std::array<double, 2>>;

// Says how a model is shown, in a report or a figure. None of it is recorded in the model: the same fit may be shown
// under one title to a council and under another in a paper.
struct DrawingOptions {
  std::string title = {};                    // empty: one is made of the names of the columns
  std::string unit = {};                     // of the outcome: "km", "$"
  bool is_percent = false;                   // values are shares, to be written as 84 % instead of 0.84
  std::size_t min_rows = fewest_rows_shown;  // of a region whose mean is shown
  std::vector<MapLine> outline = {};         // drawn over maps of two features (gaptv/areas/outline_file.h)
};

}  // namespace gaptv
