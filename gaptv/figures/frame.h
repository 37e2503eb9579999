// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/frame_axis.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

// Stands above the box, at this place of the x axis.
struct TopLabel {
  double at = 0;
  std::string text;
};

// Describes all that surrounds the data of a panel.
struct Frame {
  std::string title;
  FrameAxis x;
  FrameAxis y;
  std::optional<FrameAxis> second_y;
  std::vector<TopLabel> top_labels;
};

// Says how much room a frame takes outside its box.
struct Margins {
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;
};

// Chooses ticks that suit a box of this size.
void choose_frame_ticks(Frame& frame, double width, double height);

// Measures the frame. Its ticks must be chosen; the width of the box matters for labels above it.
Margins frame_margins(const Frame& frame, const TextRuler& ruler, double box_width);

// Draws lines, ticks, numbers and texts; "room" is what the frame may use on each side.
void draw_frame(Canvas& canvas, const TextRuler& ruler, const Frame& frame, const Box& box, const Margins& room);

}  // namespace gaptv::figures
