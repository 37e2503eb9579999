// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gaptv/tv/graph_problem.h"
#include "gaptv/tv/problem.h"

namespace gaptv::testing {

// Every pair of neighbours once, from the definition: cells whose bins differ by one on one axis and agree on the
// others.
inline std::vector<Graph::Edge> edges_of(const Shape& shape) {
  std::vector<Graph::Edge> edges;
  for (std::size_t a = 0; a < shape.cells(); ++a) {
    for (std::size_t b = a + 1; b < shape.cells(); ++b) {
      std::size_t distance = 0;
      for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
        const std::size_t i = shape.bin_of(a, axis);
        const std::size_t j = shape.bin_of(b, axis);
        distance += i > j ? i - j : j - i;
      }
      if (distance == 1) edges.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), 1.0});
    }
  }
  return edges;
}

inline GraphProblem as_graph(const TvProblem& problem) {
  return {{problem.shape.cells(), edges_of(problem.shape)}, problem.weight, problem.mean};
}

inline double objective(const GraphProblem& problem, double lambda, const std::vector<double>& beta) {
  double sum = 0;
  for (std::size_t node = 0; node < beta.size(); ++node) {
    const double error = problem.mean[node] - beta[node];
    if (problem.weight[node] > 0) sum += problem.weight[node] / 2 * error * error;
  }
  for (const auto& [from, to, weight] : problem.graph.edges) sum += lambda * weight * std::abs(beta[from] - beta[to]);
  return sum;
}
inline double objective(const TvProblem& problem, double lambda, const std::vector<double>& beta) {
  return objective(as_graph(problem), lambda, beta);
}

// The minimiser by coordinate ascent on the dual, for problems without empty nodes: edge by edge the flow that makes
// its two ends equal, as far as its capacity allows, until the duality gap is nothing but rounding. Slow, but each step
// is one line of algebra.
inline std::vector<double> minimiser_by_dual_ascent(const GraphProblem& problem, double lambda) {
  const std::vector<Graph::Edge>& edges = problem.graph.edges;
  std::vector<double> flow(edges.size(), 0.0);
  std::vector<double> beta = problem.mean;
  constexpr std::size_t most_sweeps = 2000000;
  constexpr double relative_gap_goal = 1e-14;
  for (std::size_t sweep = 0; sweep < most_sweeps; ++sweep) {
    double gap = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [a, b, capacity] = edges[e];
      const double per_flow_a = lambda / problem.weight[a];
      const double per_flow_b = lambda / problem.weight[b];
      const double wanted = flow[e] + (beta[a] - beta[b]) / (per_flow_a + per_flow_b);
      const double next = std::clamp(wanted, -capacity, capacity);
      beta[a] -= per_flow_a * (next - flow[e]);
      beta[b] += per_flow_b * (next - flow[e]);
      flow[e] = next;
    }
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const double difference = beta[edges[e].from] - beta[edges[e].to];
      gap += lambda * (edges[e].weight * std::abs(difference) - flow[e] * difference);
    }
    if (gap <= relative_gap_goal * objective(problem, lambda, beta)) break;
  }
  return beta;
}
inline std::vector<double> minimiser_by_dual_ascent(const TvProblem& problem, double lambda) {
  return minimiser_by_dual_ascent(as_graph(problem), lambda);
}

// For every node the first node of its connected component: labels spread until nothing changes.
inline std::vector<std::size_t> components_of(const Graph& graph) {
  std::vector<std::size_t> label(graph.nodes);
  for (std::size_t node = 0; node < graph.nodes; ++node) label[node] = node;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& [from, to, weight] : graph.edges) {
      if (weight <= 0 || label[from] == label[to]) continue;
      label[from] = label[to] = std::min(label[from], label[to]);
      goes_on = true;
    }
  }
  return label;
}

// The mean of the data of every node's component; that of all data where the component has none.
inline std::vector<double> component_means(const GraphProblem& problem) {
  const std::vector<std::size_t> component = components_of(problem.graph);
  const std::size_t nodes = problem.graph.nodes;
  std::vector<double> weight(nodes + 1, 0.0);
  std::vector<double> sum(nodes + 1, 0.0);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (problem.weight[node] <= 0) continue;
    for (const std::size_t place : {component[node], nodes}) {
      weight[place] += problem.weight[node];
      sum[place] += problem.weight[node] * problem.mean[node];
    }
  }
  std::vector<double> means;
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::size_t place = weight[component[node]] > 0 ? component[node] : nodes;
    means.push_back(sum[place] / weight[place]);
  }
  return means;
}

// The largest ratio surplus / cut over all sets of nodes, by trying every set: at most about 16 nodes.
inline double lambda_max_by_all_subsets(const GraphProblem& problem) {
  const std::size_t nodes = problem.graph.nodes;
  const std::vector<double> means = component_means(problem);
  double best = 0;
  for (std::size_t set = 1; set + 1 < (std::size_t{1} << nodes); ++set) {
    const auto is_in = [set](std::size_t node) { return (set >> node & 1U) != 0; };
    double surplus = 0;
    double cut = 0;
    for (std::size_t node = 0; node < nodes; ++node) {
      if (is_in(node) && problem.weight[node] > 0) surplus += problem.weight[node] * (problem.mean[node] - means[node]);
    }
    for (const auto& [from, to, weight] : problem.graph.edges) cut += is_in(from) != is_in(to) ? weight : 0.0;
    if (cut > 0) best = std::max(best, std::abs(surplus) / cut);
  }
  return best;
}
inline double lambda_max_by_all_subsets(const TvProblem& problem) {
  return lambda_max_by_all_subsets(as_graph(problem));
}

}  // namespace gaptv::testing
