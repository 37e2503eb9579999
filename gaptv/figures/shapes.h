// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/output/colour_map.h"

namespace gaptv::figures {

// Positions and lengths are in points (1/72 inch), y downwards from the upper left corner.
struct Point {
  double x = 0;
  double y = 0;
};

struct Box {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct Segment {
  Point from;
  Point to;
};

struct Pen {
  Colour colour;
  double width = 0.5;
  std::vector<double> dashes = {};  // lengths drawn and left out in turn; empty = all drawn
};

enum class TextAlign { start, middle, end };

struct TextStyle {
  double size = 7;
  TextAlign align = TextAlign::start;
  Colour colour = {};
  bool is_turned = false;  // reads upwards
  double halo = 0;         // how far white reaches around the letters
};

// Holds rows of pixels from the top, each 0x00rrggbb.
struct PixelImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint32_t> pixels;
};

}  // namespace gaptv::figures
