// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <vector>

#include "gaptv/tv/graph.h"

namespace gaptv {

// What the edges contribute to a certificate, in units of lambda.
struct EdgeSums {
  double penalty = 0;           // sum of c_e |difference|
  double slack = 0;             // sum of c_e |difference| - flow_e * difference
  double excess_flow = 0;       // beyond the capacity, at most
  double unfilled = 0;          // of an edge between different values, at most: what it could still carry downwards
  double strongest = 0;         // the largest capacity
  std::vector<double> outflow;  // by node
};

// value: of each node, on the scale of the penalty; flow: what each edge carries from "from" to "to".
EdgeSums sum_edges(const Graph& graph, const std::vector<double>& value, const std::vector<double>& flow);

// For each node a node of its connected component, the same for all of it. Edges of weight 0 join nothing.
std::vector<std::uint32_t> component_of_nodes(const Graph& graph);

}  // namespace gaptv
