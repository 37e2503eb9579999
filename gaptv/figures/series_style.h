// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/figure.h"

namespace gaptv::figures {

// Says how a series looks: colour, dashes and marker all differ, so that it is known in grey and to the colour-blind
// too.
struct SeriesStyle {
  Pen pen;
  std::size_t marker = 0;
};

// Returns the style of the number-th series.
SeriesStyle series_style(std::size_t number);

// Returns the pen that draws marks.
Pen mark_pen();

// Draws a marker; "scale" makes it smaller where markers are many.
void draw_marker(Canvas& canvas, const Point& centre, const SeriesStyle& style, double scale = 1);

// Numbers the named series of a figure in the order in which the names appear.
using SeriesNumbers = std::map<std::string, std::size_t>;
SeriesNumbers number_series(const Figure& figure);

}  // namespace gaptv::figures
