// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <limits>
#include <vector>

#include "gaptv/grid/shape.h"
#include "gaptv/tv/empty_cell_rule.h"

namespace gaptv {

// Weighted total variation on a grid graph (each cell is joined to its neighbours along every axis):
//   minimise over beta:  sum_s weight_s / 2 * (mean_s - beta_s)^2  +  lambda * sum_(r,s) |beta_r - beta_s|
// A cell without data has weight 0; its mean is ignored. Lambda is an argument of the solvers, so that one problem
// serves a whole path.
struct TvProblem {
  Shape shape;
  std::vector<double> weight;  // one per cell, >= 0, at least one > 0
  std::vector<double> mean;    // one per cell, finite
  // All means lie between these two: near such an end (a probability near 0) small differences matter, because the loss
  // takes the logarithm of the distance from it.
  double lowest_mean = -std::numeric_limits<double>::infinity();
  double highest_mean = std::numeric_limits<double>::infinity();
  EmptyCellRule empty_cells = EmptyCellRule::nearest_to_mean;
};

// A minimiser and the dual flow that proves it.
struct Solution {
  double lambda = 0;
  std::vector<double> beta;  // one per cell
  // It has one value in [-1, 1] per axis and cell, axis by axis: flow[axis * cells + cell] is what the cell sends to
  // its next neighbour along the axis, in units of lambda (0 where there is no such neighbour). The values are
  // multiples of 2^-40, so that sums of a cell's few flows are exact.
  std::vector<double> flow;
};

}  // namespace gaptv
