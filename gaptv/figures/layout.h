// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <vector>

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/colour_bar.h"
#include "gaptv/figures/figure.h"
#include "gaptv/figures/frame.h"
#include "gaptv/figures/legend.h"
#include "gaptv/figures/series_style.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

// Says where everything is on the page, in points.
struct Layout {
  double width = 0;
  double height = 0;
  FittedText title;           // above everything
  std::vector<Frame> frames;  // one for each panel
  std::vector<Box> boxes;
  std::vector<Margins> rooms;  // what the frame of each panel may use
  std::optional<ColourBar> bar;
  Box bar_box;
  LegendLines legend;
  Box legend_box;
};

// Lays out the page. All boxes have one size and stand in rows and columns; the space between them is what their frames
// need. Throws InvalidInput if that leaves too little for the boxes, or if the page would be higher than a poster.
Layout lay_out(const Figure& figure, const SeriesNumbers& numbers, const TextRuler& ruler);

void draw_title(Canvas& canvas, const Layout& layout);

}  // namespace gaptv::figures
