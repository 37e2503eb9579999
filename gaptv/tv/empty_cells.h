// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/tv/problem.h"

namespace gaptv {

// The name under which the model records the rule below.
inline constexpr const char* empty_cell_rule = "nearest-to-mean";

// Chooses among the optimal values of cells without data, where the optimum is not unique. The optimal values of such a
// cell form an interval [lowest, highest], which depends on the problem alone and not on the way to the solution; the
// cell gets the point of its interval nearest to the weighted mean of all data. So the rule is deterministic, negating
// the outcome negates the fit, and it is the limit of a vanishing ridge penalty towards the mean.
//
// The interval comes from the flow: a cell that can still send more to a neighbour cannot lie above it. Hence the
// lowest value is the largest one among the data cells from which the cell can be reached along arcs that are not full,
// the highest the smallest among those that it can reach. O(cells) plus sorting the rims of the empty areas.
void settle_empty_cells(const TvProblem& problem, Solution& solution);

// Gives neighbouring cells whose values differ by rounding only the same value, so that they count as one plateau.
void unite_values_equal_up_to_rounding(const TvProblem& problem, Solution& solution);

}  // namespace gaptv
