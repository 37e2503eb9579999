// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/proof/edge_sums.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/union_find.h"

namespace gaptv {

EdgeSums sum_edges(const Graph& graph, const std::vector<double>& value, const std::vector<double>& flow) {
  EdgeSums sums;
  sums.outflow.assign(graph.nodes, 0.0);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto& [from, to, capacity] = graph.edges[e];
    // Links may be infinite, where nothing but equal values or no edge at all keeps the penalty finite.
    const bool counts = capacity > 0 && value[from] != value[to];
    const double difference = counts ? value[from] - value[to] : 0.0;
    sums.penalty += capacity * std::abs(difference);
    const double unfilled = capacity - (difference < 0 ? -flow[e] : flow[e]);
    sums.slack += unfilled * std::abs(difference);
    if (difference != 0 && unfilled > sums.unfilled) sums.unfilled = unfilled;
    sums.strongest = std::max(sums.strongest, capacity);
    sums.excess_flow = std::max(sums.excess_flow, std::isnan(flow[e]) ? infinity : std::abs(flow[e]) - capacity);
    sums.outflow[from] += flow[e];
    sums.outflow[to] -= flow[e];
  }
  return sums;
}

// By union of the edges' ends.
std::vector<std::uint32_t> find_components(const Graph& graph) {
  std::vector<std::uint32_t> parent(graph.nodes);
  for (std::uint32_t node = 0; node < parent.size(); ++node) parent[node] = node;
  const auto root = [&parent](std::uint32_t node) { return tv::find_root(parent.data(), node); };
  for (const Graph::Edge& edge : graph.edges) {
    if (edge.weight > 0) parent[root(edge.from)] = root(edge.to);
  }
  for (std::uint32_t node = 0; node < parent.size(); ++node) parent[node] = root(node);
  return parent;
}

}  // namespace gaptv
