// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <vector>

#include "gaptv/tv/graph.h"

namespace gaptv {

// The sums that the edges contribute to a certificate, in units of lambda.
struct EdgeSums {
  double penalty = 0;           // sum of c_e |difference|
  double slack = 0;             // sum of c_e |difference| - flow_e * difference
  double excess_flow = 0;       // the most that an edge carries beyond its capacity
  double unfilled = 0;          // the most that an edge between different values could still carry downwards
  double strongest = 0;         // the largest capacity
  std::vector<double> outflow;  // by node
};

// Adds up the edges. "value" has one entry per node, on the scale of the penalty; "flow" says what each edge carries
// from "from" to "to".
EdgeSums sum_edges(const Graph& graph, const std::vector<double>& value, const std::vector<double>& flow);

// Finds for each node a node of its connected component, the same one for all of it. Edges of weight 0 join nothing.
std::vector<std::uint32_t> find_components(const Graph& graph);

}  // namespace gaptv
