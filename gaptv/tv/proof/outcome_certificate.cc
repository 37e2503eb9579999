// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/proof/outcome_certificate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/tv/proof/edge_sums.h"

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
  return worse_of(worse_of(0.0, -slopes.right), slopes.left);
}

struct NodeTerms {
  double gap = 0;
  double violation = 0;  // in units of lambda
  bool is_balanced = true;
};

// A value at a kink that is rounded lies beside it, where all slopes have one sign: what is balanced within the
// rounding of the values is balanced. "strongest": lambda times the strongest edge.
template <typename SlopesAt>
bool is_balanced_nearby(double t, const Interval& range, double strongest, const SlopesAt& slopes_at) {
  constexpr double rounding = 1e-15;
  const double step = rounding * std::max(std::abs(range.lowest), std::abs(range.highest));
  const Slopes below = slopes_at(t - step);
  const Slopes above = slopes_at(t + step);
  const double size = std::max({below.size, above.size, std::abs(below.left), std::abs(above.right)});
  return distance_from_zero({below.left, above.right}) <= accepted_imbalance * (size + strongest);
}

NodeTerms sum_nodes(const OutcomeProblem& problem, const GraphSolution& solution, const EdgeSums& edges,
                    const Interval& range) {
  NodeTerms sums;
  for (std::size_t node = 0; node < problem.graph.nodes; ++node) {
    const Sample sample = problem.samples[node];
    const double sent = solution.lambda * edges.outflow[node];
    const auto slopes_at = [&](double t) {
      const Slopes own = sample.is_empty() ? Slopes{} : problem.loss->slopes(sample, t);
      return Slopes{own.left + sent, own.right + sent, 0, own.size};
    };
    sums.gap += possible_descent(solution.beta[node], range, slopes_at);
    // Without a penalty the natural unit of a pull is the node's own.
    const double unit = solution.lambda > 0 ? solution.lambda : std::max(sample.total_weight(), 1.0);
    const double distance = distance_from_zero(slopes_at(solution.beta[node]));
    sums.violation = worse_of(sums.violation, distance / unit);
    if (distance != 0) {
      const double strongest = solution.lambda * edges.strongest;
      sums.is_balanced &= is_balanced_nearby(solution.beta[node], range, strongest, slopes_at);
    }
  }
  return sums;
}

// With one value for each component.
double gap_of_constants(const OutcomeProblem& problem, const GraphSolution& solution, const Interval& range) {
  const std::vector<std::uint32_t> component = find_components(problem.graph);
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
    const NodeTerms nodes = sum_nodes(problem, solution, edges, range);
    terms.gap = nodes.gap + (edges.slack > 0 ? solution.lambda * edges.slack : 0.0);
    terms.max_violation = worse_of(terms.max_violation, nodes.violation);
    if (solution.lambda > 0) terms.max_violation = worse_of(terms.max_violation, edges.unfilled);
    terms.is_balanced = nodes.is_balanced;
    terms.objective += edges.penalty > 0 ? solution.lambda * edges.penalty : 0.0;
  }
  return assemble_certificate(terms);
}

}  // namespace gaptv
