// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/figures/figure.h"
#include "gaptv/figures/shapes.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

// Says where the number of a region is written.
struct PlacedNumber {
  std::size_t number = 0;
  Point centre;
  double size = 0;  // of the font
};

// Finds a place for the number of every region of the map that is drawn into the box: where there is most room around
// it, and of such places the one nearest to their middle. A number never leaves its region nor lies on cells without
// data; it shrinks a little before it is left out for want of room. O(digits * area of the box).
std::vector<PlacedNumber> place_region_numbers(const MapPanel& panel, const Box& box, const TextRuler& ruler);

}  // namespace gaptv::figures
