// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/figure.h"
#include "gaptv/figures/frame_axis.h"
#include "gaptv/figures/map_colours.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

// Describes the one bar for all maps of a figure, at the right of the panels.
struct ColourBar {
  MapColours colours;
  FrameAxis axis;
};

// Makes the bar, with ticks for about this height.
ColourBar colour_bar(const Figure& figure, double height);

// Returns the room that it takes, with its axis and the space before it.
double colour_bar_width(const ColourBar& bar, const TextRuler& ruler);

// Draws the bar at the left of the box, as high as the box. A point at an end says that there are values beyond, and so
// does the number there: "≥ 500".
void draw_colour_bar(Canvas& canvas, const TextRuler& ruler, const ColourBar& bar, const Box& box);

}  // namespace gaptv::figures
