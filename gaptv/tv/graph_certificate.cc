// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/graph_certificate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace gaptv {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Range {
  double lowest = infinity;
  double highest = -infinity;
};

Range range_of_means(const GraphProblem& problem) {
  Range range;
  for (std::size_t node = 0; node < problem.weight.size(); ++node) {
    if (problem.weight[node] <= 0) continue;
    range.lowest = std::min(range.lowest, problem.mean[node]);
    range.highest = std::max(range.highest, problem.mean[node]);
  }
  return range;
}

// What the edges contribute.
struct EdgeSums {
  double penalty = 0;
  double slack = 0;
  double excess_flow = 0;       // beyond the capacity, at most
  std::vector<double> outflow;  // by node
};

EdgeSums sum_edges(const GraphProblem& problem, const GraphSolution& solution) {
  EdgeSums sums;
  sums.outflow.assign(problem.graph.nodes, 0.0);
  for (std::size_t e = 0; e < problem.graph.edges.size(); ++e) {
    const auto& [from, to, capacity] = problem.graph.edges[e];
    const double flow = solution.flow[e];
    const double difference = solution.beta[from] - solution.beta[to];
    sums.penalty += capacity * std::abs(difference);
    sums.slack += (capacity - (difference < 0 ? -flow : flow)) * std::abs(difference);
    sums.excess_flow = std::max(sums.excess_flow, std::isnan(flow) ? infinity : std::abs(flow) - capacity);
    sums.outflow[from] += flow;
    sums.outflow[to] -= flow;
  }
  return sums;
}

// How much f(b) = weight / 2 (mean - b)^2 + sent * b can fall below f(beta) for b in the range.
double node_gap(double weight, double mean, double beta, double sent, const Range& range) {
  const double slope = weight * (beta - mean) + sent;  // of f at beta
  if (slope == 0) return 0;
  const double end = slope > 0 ? range.lowest : range.highest;
  const double room = std::max(slope > 0 ? beta - end : end - beta, 0.0);
  const double descent = std::abs(slope);
  // The minimum is reached inside of the range, or f falls up to its end.
  if (descent <= weight * room) return slope / weight * slope / 2;
  return room * (descent - weight * room / 2);
}

// Connected components by union of the edges' ends.
std::vector<std::uint32_t> component_of_nodes(const Graph& graph) {
  std::vector<std::uint32_t> parent(graph.nodes);
  for (std::uint32_t node = 0; node < parent.size(); ++node) parent[node] = node;
  const auto root = [&](std::uint32_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (const Graph::Edge& edge : graph.edges) {
    if (edge.weight > 0) parent[root(edge.from)] = root(edge.to);
  }
  for (std::uint32_t node = 0; node < parent.size(); ++node) parent[node] = root(node);
  return parent;
}

// With one value for each component the best one is its mean.
double gap_of_constants(const GraphProblem& problem, const GraphSolution& solution) {
  const std::vector<std::uint32_t> component = component_of_nodes(problem.graph);
  std::vector<double> weight(problem.graph.nodes, 0.0);
  std::vector<double> pull(problem.graph.nodes, 0.0);
  for (std::size_t node = 0; node < component.size(); ++node) {
    if (problem.weight[node] <= 0) continue;
    weight[component[node]] += problem.weight[node];
    pull[component[node]] += problem.weight[node] * (problem.mean[node] - solution.beta[node]);
  }
  double gap = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] > 0) gap += pull[i] / weight[i] * pull[i] / 2;
  }
  return gap;
}

}  // namespace

Certificate certify(const GraphProblem& problem, const GraphSolution& solution) {
  const double lambda = solution.lambda;
  const bool is_infinite = std::isinf(lambda);
  const Range range = range_of_means(problem);
  const EdgeSums edges = sum_edges(problem, solution);
  // Bounds are those of the means, up to the rounding of a mean of means.
  const double rounding_of_bounds = 1e-12 * std::max(std::abs(range.lowest), std::abs(range.highest));
  bool is_feasible = edges.excess_flow <= 0;
  double loss = 0;
  double size = 0;
  double distance = 0;
  double violation = edges.excess_flow;
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    const double weight = problem.weight[node];
    const double beta = solution.beta[node];
    if (!(beta >= range.lowest - rounding_of_bounds && beta <= range.highest + rounding_of_bounds)) is_feasible = false;
    const double sent = is_infinite ? 0.0 : lambda * edges.outflow[node];
    const double mean = weight > 0 ? problem.mean[node] : beta;
    const double residual = mean - beta;
    size += weight * mean * mean;
    loss += weight / 2 * residual * residual;
    if (is_infinite) continue;
    distance += node_gap(weight, mean, beta, sent, range);
    // Without a penalty the natural unit of a pull is the node's own.
    const double unit = lambda > 0 ? lambda : std::max(weight * std::abs(mean), 1.0);
    violation = std::max(violation, std::abs(weight * residual - sent) / unit);
  }
  if (is_infinite) {
    distance = gap_of_constants(problem, solution);
    if (edges.penalty > 0) is_feasible = false;
  }
  const double penalty = edges.penalty > 0 ? lambda * edges.penalty : 0.0;
  const double slack = edges.slack > 0 ? lambda * edges.slack : 0.0;
  return assemble_certificate({loss + penalty, distance + slack, size, violation, is_feasible});
}

}  // namespace gaptv
