// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/tv/problem.h"

namespace gaptv {

// Chooses among the optimal values of cells without data, where the optimum is not unique. The optimal values of such a
// cell form an interval [lowest, highest], which depends on the problem alone and not on the way to the solution. The
// cell gets the point of its interval nearest to the weighted mean of all data, the limit of a vanishing ridge penalty
// towards the mean; or the middle. So both rules are deterministic, and negating the outcome negates the fit.
//
// The interval comes from the flow: a cell that can still send more to a neighbour cannot lie above it. Hence the
// lowest value is the largest one among the data cells from which the cell can be reached along arcs that are not full,
// the highest the smallest among those that it can reach. O(cells) plus sorting the rims of the empty areas.
class EmptyCells {
 public:
  // Finds once what does not depend on lambda.
  explicit EmptyCells(const TvProblem& problem);

  // Chooses the values of empty cells in a solution of the problem that the constructor got.
  void settle(const TvProblem& problem, Solution& solution) const;

 private:
  double centre_;  // the mean of all data
  std::vector<std::size_t> empty_;
  // has_neighbour_[cell]: bit 2 * axis is set if there is a neighbour before it along the axis, the next bit if there
  // is one after it. A look-up is several times faster than the division that finds a cell's place.
  std::vector<std::uint8_t> has_neighbour_;
};

// Gives neighbouring cells whose values differ by rounding only the same value, so that they count as one plateau.
void unite_values_equal_up_to_rounding(const TvProblem& problem, Solution& solution);

}  // namespace gaptv
