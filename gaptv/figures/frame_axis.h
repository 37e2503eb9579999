// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/figures/axis_scale.h"
#include "gaptv/figures/canvas.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

// Describes what is written along one side of a panel or of the colour bar. Numbers that would touch are left out when
// it is drawn: every second one, or more.
struct FrameAxis {
  AxisScale scale;
  std::string label;
  Colour label_colour = {};
  std::vector<double> wanted_ticks = {};  // empty = at round numbers
  bool is_percent = false;                // numbers are shares, written as 84 %
  bool has_numbers = true;                // whether numbers and label are drawn; the ticks are always there
  std::vector<std::string> names =
      {};                        // upright axes only: what the values 0, 1, 2, ... are called, instead of numbers
  std::vector<Tick> ticks = {};  // set by the functions that choose them
};

// These choose as many ticks as suit an axis of this length.
void choose_x_ticks(FrameAxis& axis, double width);
void choose_upright_ticks(FrameAxis& axis, double height);

// These return the room that axes take outside their box.
double x_axis_height(const FrameAxis& axis);
double upright_axis_width(const FrameAxis& axis, const TextRuler& ruler);
// Returns how far the first (or last) number of the x axis reaches beyond a box of this width; less than 0 if it does
// not.
double x_axis_overhang(const FrameAxis& axis, const TextRuler& ruler, double box_width, bool is_left);

// These draw axes at the bottom, the left and the right of a box. "label_room" is how wide the label of the x axis may
// be.
void draw_x_axis(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box, double label_room);
void draw_left_axis(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box);
void draw_right_axis(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box);

}  // namespace gaptv::figures
