// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

namespace gaptv {

// Returns the number with the fewest decimal digits strictly between two others (low < high); of several the one
// nearest to the middle. Where no double lies between them, it is "high".
double simplest_between(double low, double high);

// Moves the edges of an axis to simple numbers that are nobody's coordinate: each goes strictly between the largest
// coordinate below it and the smallest one that is not, so that no row changes sides (a bin holds edge <= x). "sorted"
// are the coordinates of the rows, ascending. Where two coordinates are neighbouring doubles, the edge stays at the
// upper one.
std::vector<double> move_off_coordinates(const std::vector<double>& edges, const std::vector<double>& sorted);

// Closes an axis outside of all rows: round numbers that are beyond the extreme coordinates by up to about a fiftieth
// of their range, so that the border of the map tells nobody's coordinate.
struct SafeBounds {
  double low = 0;
  double high = 0;
};
SafeBounds close_outside(double lowest, double highest);

}  // namespace gaptv
