// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/tv/empty_cell_rule.h"
#include "gaptv/tv/graph.h"

namespace gaptv {

// Weighted total variation on any graph, whose edges may have different weights:
//   minimise over beta:  sum_s weight_s / 2 * (mean_s - beta_s)^2  +  lambda * sum_e c_e |beta_from - beta_to|
// with c_e the weight of edge e. A node without data has weight 0; its mean is ignored.
struct GraphProblem {
  Graph graph;
  std::vector<double> weight;  // one per node, >= 0, at least one > 0
  std::vector<double> mean;    // one per node, finite where there are data
  EmptyCellRule empty_nodes = EmptyCellRule::nearest_to_mean;
  // All means lie between these two: near such an end small differences matter (TvProblem).
  double lowest_mean = -std::numeric_limits<double>::infinity();
  double highest_mean = std::numeric_limits<double>::infinity();
};

// A minimiser and the dual flow that proves it.
struct GraphSolution {
  double lambda = 0;
  std::vector<double> beta;  // one per node
  // It has one value in [-c_e, c_e] per edge, in units of lambda: what the edge carries from "from" to "to".
  std::vector<double> flow;
};

// Throws InvalidInput if a list has not one entry per node, a weight is negative or not finite, a mean with data is not
// finite, or there are no data at all. Nodes are named by their number, from 0. O(nodes).
void check_node_data(std::size_t nodes, const std::vector<double>& weight, const std::vector<double>& mean);

// Throws InvalidInput if the graph is not valid (see graph.h), or as check_node_data() does.
GAPTV_API void check(const GraphProblem& problem);

}  // namespace gaptv
