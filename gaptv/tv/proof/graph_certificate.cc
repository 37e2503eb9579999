// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/proof/graph_certificate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/base/interval.h"
#include "gaptv/tv/proof/edge_sums.h"
#include "gaptv/tv/proof/minimiser_bounds.h"

namespace gaptv {
namespace {

Interval range_of_means(const GraphProblem& problem) {
  Interval range{infinity, -infinity};
  for (std::size_t node = 0; node < problem.weight.size(); ++node) {
    if (problem.weight[node] <= 0) continue;
    range.lowest = std::min(range.lowest, problem.mean[node]);
    range.highest = std::max(range.highest, problem.mean[node]);
  }
  return range;
}

// How much f(b) = weight / 2 (mean - b)^2 + sent * b can fall below f(beta) for b in the range.
double node_gap(double weight, double mean, double beta, double sent, const Interval& range) {
  const double slope = weight * (beta - mean) + sent;  // of f at beta
  if (slope == 0) return 0;
  const double end = slope > 0 ? range.lowest : range.highest;
  const double room = std::max(slope > 0 ? beta - end : end - beta, 0.0);
  const double descent = std::abs(slope);
  // The minimum is reached inside of the range, or f falls up to its end.
  if (descent <= weight * room) return slope / weight * slope / 2;
  return room * (descent - weight * room / 2);
}

// What the nodes contribute to a certificate.
struct NodeSums {
  double gap = 0;
  double violation = 0;
  bool is_balanced = true;
};

// With one value for each component the best one is its mean.
NodeSums sums_of_constants(const GraphProblem& problem, const GraphSolution& solution, const CellLoss& loss,
                           double largest_mean) {
  const std::vector<std::uint32_t> component = find_components(problem.graph);
  std::vector<double> weight(problem.graph.nodes, 0.0);
  std::vector<double> pull(problem.graph.nodes, 0.0);
  std::vector<Interval> range(problem.graph.nodes, {infinity, -infinity});
  std::vector<double> value(problem.graph.nodes, 0.0);
  for (std::size_t node = 0; node < component.size(); ++node) {
    if (problem.weight[node] <= 0) continue;
    const std::uint32_t c = component[node];
    const double mean = problem.mean[node];
    weight[c] += problem.weight[node];
    pull[c] += problem.weight[node] * (mean - solution.beta[node]);
    range[c] = {std::min(range[c].lowest, mean), std::max(range[c].highest, mean)};
    value[c] = solution.beta[node];
  }
  NodeSums sums;
  std::vector<double> best = value;
  for (std::size_t c = 0; c < weight.size(); ++c) {
    if (weight[c] <= 0) continue;
    const double acting = weight[c] * largest_mean;
    sums.violation = worse_of(sums.violation, std::abs(pull[c]) / std::max(acting, 1.0));
    sums.is_balanced &= std::abs(pull[c]) <= accepted_imbalance * acting;
    // The best value of a component is the mean that a flow of its whole pull would imply. Rounding must not put it
    // beyond what the loss can have.
    if (!loss.has_identity_link()) {
      best[c] = std::min(std::max(value[c] + pull[c] / weight[c], range[c].lowest), range[c].highest);
      pull[c] = 0;
    }
    pull[c] = -pull[c];
  }
  sums.gap = loss.flow_gap(weight, best, pull, value);
  return sums;
}

// The components of a problem, as far as its data tell what a minimiser is like.
struct Components {
  std::vector<std::uint32_t> of_node;
  std::vector<bool> has_minimum_zero;    // by the component's node
  Interval bounds{infinity, -infinity};  // of the means of a minimiser in all other components

  Components(const GraphProblem& problem, double lambda, const Interval& possible)
      : of_node(find_components(problem.graph)), has_minimum_zero(problem.graph.nodes, true) {
    double weakest = infinity;
    for (const Graph::Edge& edge : problem.graph.edges) {
      if (edge.weight > 0) weakest = std::min(weakest, edge.weight);
    }
    std::vector<tv::DataOfComponent> data(problem.graph.nodes, tv::DataOfComponent(possible));
    for (std::size_t node = 0; node < of_node.size(); ++node) {
      data[of_node[node]].add(problem.weight[node], problem.mean[node]);
    }
    for (std::size_t c = 0; c < data.size(); ++c) {
      has_minimum_zero[c] = data[c].has_minimum_zero();
      if (has_minimum_zero[c]) continue;
      const Interval own = data[c].bounds(lambda * weakest);
      bounds = {std::min(bounds.lowest, own.lowest), std::max(bounds.highest, own.highest)};
    }
  }
};

// For the losses with a link: whether the flow is a proof as it is, nodes without data being balanced exactly and all
// means that it implies possible.
bool is_proof_by_itself(const GraphProblem& problem, const std::vector<double>& sent, const Interval& possible) {
  for (std::size_t node = 0; node < sent.size(); ++node) {
    if (problem.weight[node] <= 0) {
      if (sent[node] != 0) return false;
      continue;
    }
    const double implied = problem.mean[node] - sent[node] / problem.weight[node];
    if (!(implied >= possible.lowest && implied <= possible.highest)) return false;
  }
  return true;
}

// For the losses with a link: what nodes and edges leave between the primal value and that of the flow.
double gap_with_link(const GraphProblem& problem, const GraphSolution& solution, const CellLoss& loss,
                     const std::vector<double>& link, const EdgeSums& given) {
  const Interval possible = loss.possible_means();
  const auto sent_by = [&solution](const EdgeSums& edges) {
    std::vector<double> sent = edges.outflow;
    for (double& amount : sent) amount *= solution.lambda;
    return sent;
  };
  const auto slack_of = [&solution](const EdgeSums& edges) {
    return edges.slack > 0 ? solution.lambda * edges.slack : 0;
  };
  std::vector<double> sent = sent_by(given);
  if (is_proof_by_itself(problem, sent, possible)) {
    return slack_of(given) + loss.flow_gap(problem.weight, problem.mean, sent, solution.beta);
  }
  const Components components(problem, solution.lambda, possible);
  std::vector<double> flow = solution.flow;
  for (std::size_t e = 0; e < flow.size(); ++e) {
    if (components.has_minimum_zero[components.of_node[problem.graph.edges[e].from]]) flow[e] = 0;
  }
  const EdgeSums edges = sum_edges(problem.graph, link, flow);
  sent = sent_by(edges);
  std::array<double, 2> ends = {components.bounds.lowest, components.bounds.highest};
  loss.to_link(ends);
  double gap = slack_of(edges) + loss.flow_gap(problem.weight, problem.mean, sent, solution.beta, components.bounds);
  for (std::size_t node = 0; node < sent.size(); ++node) {
    if (problem.weight[node] > 0 || sent[node] == 0) continue;
    gap += std::isfinite(link[node]) ? node_gap(0, 0, link[node], sent[node], {ends[0], ends[1]}) : infinity;
  }
  return gap;
}

}  // namespace

Certificate certify(const GraphProblem& problem, const GraphSolution& solution, const CellLoss& loss) {
  const double lambda = solution.lambda;
  const bool is_infinite = std::isinf(lambda);
  const Interval range = range_of_means(problem);
  const Interval possible = loss.possible_means();
  // Without a penalty links do not matter, and those of pure nodes would be infinite.
  std::vector<double> link = solution.beta;
  if (lambda > 0) loss.to_link(link);
  const EdgeSums edges = sum_edges(problem.graph, link, solution.flow);
  // Bounds are those of the means, up to the rounding of a mean of means.
  const double largest_mean = std::max(std::abs(range.lowest), std::abs(range.highest));
  const double rounding_of_bounds = 1e-12 * largest_mean;
  const Interval accepted{std::max(range.lowest - rounding_of_bounds, possible.lowest),
                          std::min(range.highest + rounding_of_bounds, possible.highest)};
  bool is_feasible = edges.excess_flow <= 0;
  double size = 0;
  // For the squared loss the bounds help against rounding at the nodes with data too.
  const bool is_squared = loss.has_identity_link();
  NodeSums nodes;
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    const double weight = problem.weight[node];
    const double beta = solution.beta[node];
    if (!(beta >= accepted.lowest && beta <= accepted.highest)) is_feasible = false;
    const double mean = weight > 0 ? problem.mean[node] : beta;
    size += weight * mean * mean;
    if (is_infinite) continue;
    const double sent = lambda * edges.outflow[node];
    if (is_squared) nodes.gap += node_gap(weight, mean, beta, sent, range);
    // Without a penalty the natural unit of a pull is the node's own.
    const double unit = lambda > 0 ? lambda : std::max(weight * std::abs(mean), 1.0);
    const double left_over = std::abs(weight * (mean - beta) - sent);
    nodes.violation = worse_of(nodes.violation, left_over / unit);
    const double acting = weight * largest_mean + lambda * edges.strongest;
    nodes.is_balanced &= left_over <= accepted_imbalance * acting;
  }
  if (is_infinite) {
    nodes = sums_of_constants(problem, solution, loss, largest_mean);
    if (edges.penalty > 0) is_feasible = false;
  } else if (is_squared) {
    nodes.gap += edges.slack > 0 ? lambda * edges.slack : 0.0;
  } else {
    nodes.gap = gap_with_link(problem, solution, loss, link, edges);
  }
  double violation = worse_of(nodes.violation, edges.excess_flow);
  if (lambda > 0) violation = worse_of(violation, edges.unfilled);
  const double penalty = edges.penalty > 0 ? lambda * edges.penalty : 0.0;
  const double objective = loss.divergence(problem.weight, problem.mean, solution.beta) + penalty;
  return assemble_certificate({objective, nodes.gap, size, violation, is_feasible, nodes.is_balanced});
}

}  // namespace gaptv
