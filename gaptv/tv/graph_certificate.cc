// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/graph_certificate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/edge_sums.h"

namespace gaptv {
namespace {

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

Range range_of_finite(const std::vector<double>& values) {
  Range range;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    range.lowest = std::min(range.lowest, value);
    range.highest = std::max(range.highest, value);
  }
  return range;
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

// With one value for each component the best one is its mean.
double gap_of_constants(const GraphProblem& problem, const GraphSolution& solution, const Loss& loss) {
  const std::vector<std::uint32_t> component = component_of_nodes(problem.graph);
  std::vector<double> weight(problem.graph.nodes, 0.0);
  std::vector<double> pull(problem.graph.nodes, 0.0);
  for (std::size_t node = 0; node < component.size(); ++node) {
    if (problem.weight[node] <= 0) continue;
    weight[component[node]] += problem.weight[node];
    pull[component[node]] += problem.weight[node] * (problem.mean[node] - solution.beta[node]);
  }
  // The best value of a component is the mean that a flow of its whole pull would imply.
  std::vector<double> value(problem.graph.nodes, 0.0);
  for (std::size_t node = 0; node < component.size(); ++node) {
    if (problem.weight[node] > 0) value[component[node]] = solution.beta[node];
  }
  for (double& sent : pull) sent = -sent;
  return loss.flow_gap(weight, value, pull, value);
}

}  // namespace

Certificate certify(const GraphProblem& problem, const GraphSolution& solution, const Loss& loss) {
  const double lambda = solution.lambda;
  const bool is_infinite = std::isinf(lambda);
  const Range range = range_of_means(problem);
  // Without a penalty links do not matter, and those of pure nodes would be infinite.
  std::vector<double> link = solution.beta;
  if (lambda > 0) loss.to_link(link);
  const Range range_of_links = range_of_finite(link);
  const EdgeSums edges = sum_edges(problem.graph, link, solution.flow);
  // Bounds are those of the means, up to the rounding of a mean of means.
  const double rounding_of_bounds = 1e-12 * std::max(std::abs(range.lowest), std::abs(range.highest));
  bool is_feasible = edges.excess_flow <= 0;
  double size = 0;
  double distance = 0;
  double violation = edges.excess_flow;
  // For the squared loss the bounds help against rounding at the nodes with data too.
  const bool is_squared = loss.has_identity_link();
  std::vector<double> sent_by_node(problem.graph.nodes);
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    const double weight = problem.weight[node];
    const double beta = solution.beta[node];
    if (!(beta >= range.lowest - rounding_of_bounds && beta <= range.highest + rounding_of_bounds)) is_feasible = false;
    const double sent = is_infinite ? 0.0 : lambda * edges.outflow[node];
    const double mean = weight > 0 ? problem.mean[node] : beta;
    const double residual = mean - beta;
    size += weight * mean * mean;
    sent_by_node[node] = sent;
    if (is_infinite) continue;
    if (is_squared) {
      distance += node_gap(weight, mean, beta, sent, range);
    } else if (weight <= 0 && sent != 0) {
      distance += std::isfinite(link[node]) ? node_gap(0, 0, link[node], sent, range_of_links) : infinity;
    }
    // Without a penalty the natural unit of a pull is the node's own.
    const double unit = lambda > 0 ? lambda : std::max(weight * std::abs(mean), 1.0);
    violation = std::max(violation, std::abs(weight * residual - sent) / unit);
  }
  if (!is_squared && !is_infinite) distance += loss.flow_gap(problem.weight, problem.mean, sent_by_node, solution.beta);
  if (is_infinite) {
    distance = gap_of_constants(problem, solution, loss);
    if (edges.penalty > 0) is_feasible = false;
  }
  const double penalty = edges.penalty > 0 ? lambda * edges.penalty : 0.0;
  const double slack = edges.slack > 0 ? lambda * edges.slack : 0.0;
  const double objective = loss.divergence(problem.weight, problem.mean, solution.beta) + penalty;
  return assemble_certificate({objective, distance + slack, size, violation, is_feasible});
}

}  // namespace gaptv
