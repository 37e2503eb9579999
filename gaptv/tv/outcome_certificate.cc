// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/outcome_certificate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/edge_sums.h"

namespace gaptv {
namespace {

// An upper bound on how much a convex function can fall below its value at t within the range. slopes_at(t): its
// slopes. Steps grow from the distance of neighbouring numbers until the function no longer falls.
template <typename SlopesAt>
double possible_descent(double t, const Interval& range, const SlopesAt& slopes_at) {
  const Slopes here = slopes_at(t);
  if (std::isnan(here.left) || std::isnan(here.right)) return infinity;
  const bool falls_upwards = here.right < 0;
  if (!falls_upwards && here.left <= 0) return 0;
  const double descent = falls_upwards ? -here.right : here.left;
  const double end = falls_upwards ? range.highest : range.lowest;
  const double room = std::max(falls_upwards ? end - t : t - end, 0.0);
  // Near 0 numbers are far closer than any value is known.
  double step =
      std::max(std::nextafter(std::abs(t), infinity) - std::abs(t), std::ldexp(range.highest - range.lowest, -100));
  for (; step < room; step *= 2) {
    const Slopes there = slopes_at(falls_upwards ? t + step : t - step);
    if (falls_upwards ? there.right >= 0 : there.left <= 0) break;
  }
  return descent * std::min(step, room);
}

// How far 0 is from all slopes at a point.
double distance_from_zero(const Slopes& slopes) {
  return std::max({0.0, -slopes.right, slopes.left});
}

struct NodeSums {
  double gap = 0;
  double violation = 0;  // in units of lambda
};

NodeSums sum_nodes(const OutcomeProblem& problem, const GraphSolution& solution, const std::vector<double>& outflow,
                   const Interval& range) {
  NodeSums sums;
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    const Sample sample = problem.samples[node];
    const double sent = solution.lambda * outflow[node];
    const auto slopes_at = [&](double t) {
      const Slopes own = sample.is_empty() ? Slopes{} : problem.loss->slopes(sample, t);
      return Slopes{own.left + sent, own.right + sent};
    };
    sums.gap += possible_descent(solution.beta[node], range, slopes_at);
    // Without a penalty the natural unit of a pull is the node's own.
    const double unit = solution.lambda > 0 ? solution.lambda : std::max(sample.total_weight(), 1.0);
    sums.violation = std::max(sums.violation, distance_from_zero(slopes_at(solution.beta[node])) / unit);
  }
  return sums;
}

// With one value for each component.
double gap_of_constants(const OutcomeProblem& problem, const GraphSolution& solution, const Interval& range) {
  const std::vector<std::uint32_t> component = component_of_nodes(problem.graph);
  std::vector<std::vector<Sample>> samples(problem.graph.nodes);
  for (std::size_t node = 0; node < component.size(); ++node) {
    const Sample sample = problem.samples[node];
    if (!sample.is_empty()) samples[component[node]].push_back(sample);
  }
  double gap = 0;
  for (std::size_t root = 0; root < samples.size(); ++root) {
    if (samples[root].empty()) continue;
    std::vector<const Sample*> cells;
    for (const Sample& sample : samples[root]) cells.push_back(&sample);
    gap +=
        possible_descent(solution.beta[root], range, [&](double t) { return sum_slopes(*problem.loss, cells, 0, t); });
  }
  return gap;
}

}  // namespace

Certificate certify(const OutcomeProblem& problem, const GraphSolution& solution) {
  const bool is_infinite = std::isinf(solution.lambda);
  const Interval range = range_of_outcomes(problem.samples);
  const EdgeSums edges = sum_edges(problem.graph, solution.beta, solution.flow);
  CertificateTerms terms{};
  terms.is_dual_feasible = edges.excess_flow <= 0 && !(is_infinite && edges.penalty > 0);
  terms.max_violation = std::max(edges.excess_flow, 0.0);
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    const double beta = solution.beta[node];
    if (!(beta >= range.lowest && beta <= range.highest)) terms.is_dual_feasible = false;
    const Sample sample = problem.samples[node];
    if (sample.is_empty()) continue;
    terms.objective += problem.loss->value(sample, beta);
    terms.size += problem.loss->value(sample, range.lowest) + problem.loss->value(sample, range.highest);
  }
  if (is_infinite) {
    terms.gap = gap_of_constants(problem, solution, range);
  } else {
    const NodeSums nodes = sum_nodes(problem, solution, edges.outflow, range);
    terms.gap = nodes.gap + (edges.slack > 0 ? solution.lambda * edges.slack : 0.0);
    terms.max_violation = std::max(terms.max_violation, nodes.violation);
    terms.objective += edges.penalty > 0 ? solution.lambda * edges.penalty : 0.0;
  }
  return assemble_certificate(terms);
}

}  // namespace gaptv
