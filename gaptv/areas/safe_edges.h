// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/infinity.h"

namespace gaptv {

// Holds the coordinates of rows along an axis, ascending, and whom each row is about.
struct SortedCoordinates {
  std::vector<double> values;
  std::vector<std::uint32_t> who;
};

// Returns the number with the fewest decimal digits strictly between two others (low < high) that is none of the
// "taken" ones, which ascend; of several the one nearest to "target". Where there is none, it is "target".
double simplest_between(double low, double high, double target, const std::vector<double>& taken);

// Where a map ends along an axis.
struct SafeBounds {
  double low = -infinity;
  double high = infinity;
};

// Moves the edges of an axis to simple numbers that are nobody's coordinate. A number with many digits tells that
// somebody is close to it, or it would have fewer. So an edge goes to the simplest number between the coordinates of
// the so many "people" next below it and of those next above it: what its digits tell is true of all of them. Rows of
// these people may change sides. Edges keep their order: none passes the place where the next one was, so that edges
// with few people between them move less. No edge goes to an end of the map or beyond. An edge stays where it is if
// there is no number left beside it.
std::vector<double> simplify_edges(const std::vector<double>& edges, const SortedCoordinates& rows, std::size_t people,
                                   const SafeBounds& ends = {});

// Closes an axis outside of all rows: round numbers that are beyond the extreme coordinates by up to about a fiftieth
// of their range, so that the border of the map tells nobody's coordinate.
SafeBounds close_outside(double lowest, double highest);

// Closes an axis outside of "lowest" and "highest", which contain all rows, so that the ends hide among people as edges
// do (simplify_edges()): an end is the simplest number that is no further outside than the so many outermost "people"
// are apart, or a hundredth of the range where they are closer. Degrees end at the "end_of_earth", which tells of
// nobody.
SafeBounds close_among_people(double lowest, double highest, const SortedCoordinates& rows, std::size_t people,
                              double end_of_earth = infinity);

}  // namespace gaptv
