// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/certificate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "gaptv/base/infinity.h"
#include "gaptv/base/number_text.h"
#include "gaptv/tv/proof/minimiser_bounds.h"

namespace gaptv {

Certificate assemble_certificate(const CertificateTerms& terms) {
  // An objective below this is nothing but the rounding of the means, and so would be its gap.
  constexpr double rounding = 1e-22;
  Certificate certificate;
  certificate.objective = terms.objective;
  certificate.max_violation = terms.max_violation;
  certificate.is_balanced = terms.is_balanced;
  if (!terms.is_dual_feasible || !std::isfinite(terms.objective)) {
    certificate.relative_gap = infinity;
  } else if (!(terms.gap <= 0)) {  // also if it is not a number
    certificate.relative_gap = terms.gap / std::max(terms.objective, rounding * terms.size);
  }
  return certificate;
}

void take_worse(Certificate& worst, const Certificate& other) {
  worst.relative_gap = worse_of(worst.relative_gap, other.relative_gap);
  worst.max_violation = worse_of(worst.max_violation, other.max_violation);
  worst.is_balanced &= other.is_balanced;
}

void require_optimal(const Certificate& certificate, double accepted) {
  const bool is_number = !std::isnan(certificate.max_violation);
  if (certificate.relative_gap <= accepted && certificate.is_balanced && is_number) return;
  throw std::logic_error("the solver's result is not optimal: relative gap " + number_text(certificate.relative_gap) +
                         ", violation " + number_text(certificate.max_violation) +
                         " in units of lambda; please report this with the data");
}

namespace {

// What the edges along one axis contribute.
struct AxisSums {
  double penalty = 0;
  double slack = 0;
  bool is_within_capacity = true;
};

// Edge i joins a cell with the link[i] to its neighbour with the link[i + stride].
AxisSums sum_along_axis(const double* link, std::size_t stride, const double* flow, std::size_t edges) {
  struct Sums {
    double penalty = 0;
    double slack = 0;
    std::size_t beyond_capacity = 0;
  };
  const auto add = [=](std::size_t i, Sums& sums) {
    // Equal ones may both be infinite, when all outcomes are.
    const double difference = link[i] != link[i + stride] ? link[i] - link[i + stride] : 0.0;
    sums.penalty += std::abs(difference);
    sums.slack += std::abs(difference) - flow[i] * difference;
    sums.beyond_capacity += std::abs(flow[i]) <= 1 ? 0U : 1U;
  };
  // Two sums side by side: one alone would wait for its own last addition.
  Sums even;
  Sums odd;
  std::size_t i = 0;
  for (; i + 1 < edges; i += 2) {
    add(i, even);
    add(i + 1, odd);
  }
  if (i < edges) add(i, even);
  return {even.penalty + odd.penalty, even.slack + odd.slack, even.beyond_capacity + odd.beyond_capacity == 0};
}

// The largest flow beyond the capacity of its edge, which is 0 where there is none.
double largest_excess_flow(const TvProblem& problem, const Solution& solution) {
  double largest = 0;
  const std::size_t cells = problem.shape.cells();
  for (std::size_t i = 0; i < solution.flow.size(); ++i) {
    const std::size_t axis = i / cells;
    const bool has_next = problem.shape.bin_of(i % cells, axis) + 1 < problem.shape.bins[axis];
    const double excess = std::abs(solution.flow[i]) - (has_next ? 1.0 : 0.0);
    largest = std::isnan(excess) ? infinity : std::max(largest, excess);
  }
  return largest;
}

// What the edges between different values could still carry downwards, at most.
double largest_unfilled(const TvProblem& problem, const Solution& solution) {
  double largest = 0;
  for (std::size_t axis = 0; axis < problem.shape.dimensions(); ++axis) {
    const std::size_t stride = problem.shape.stride(axis);
    for (std::size_t cell = 0; cell < problem.shape.cells(); ++cell) {
      if (problem.shape.bin_of(cell, axis) + 1 == problem.shape.bins[axis]) continue;
      const double difference = solution.beta[cell] - solution.beta[cell + stride];
      const double flow = solution.flow[axis * problem.shape.cells() + cell];
      if (difference != 0) largest = worse_of(largest, 1 - (difference < 0 ? -flow : flow));
    }
  }
  return largest;
}

// Where an imbalance is not small beside lambda: whether it is beside all that acts on a cell.
bool is_balanced_beside_rounding(const TvProblem& problem, const Solution& solution, const std::vector<double>& sent) {
  double largest = 0;
  for (std::size_t cell = 0; cell < sent.size(); ++cell) {
    if (problem.weight[cell] > 0) largest = std::max(largest, std::abs(problem.mean[cell]));
  }
  for (std::size_t cell = 0; cell < sent.size(); ++cell) {
    const double weight = problem.weight[cell];
    const double pull = weight > 0 ? weight * (problem.mean[cell] - solution.beta[cell]) : 0.0;
    if (!(std::abs(pull - sent[cell]) <= accepted_imbalance * (weight * largest + solution.lambda))) return false;
  }
  return true;
}

// What a flow that implies impossible means leaves open. Only the problem says where its minimiser lies.
double gap_within_bounds(const TvProblem& problem, const std::vector<double>& sent, const Solution& solution,
                         const CellLoss& loss, double slack, double objective) {
  tv::DataOfComponent data(loss.possible_means());
  for (std::size_t cell = 0; cell < sent.size(); ++cell) data.add(problem.weight[cell], problem.mean[cell]);
  if (data.has_minimum_zero()) return objective;
  const Interval bounds = data.bounds(solution.lambda);
  return slack + loss.flow_gap(problem.weight, problem.mean, sent, solution.beta, bounds);
}

}  // namespace

Certificate certify(const TvProblem& problem, const Solution& solution, const CellLoss& loss) {
  const std::size_t cells = problem.shape.cells();
  const double lambda = solution.lambda;
  const std::vector<double>& beta = solution.beta;
  // Without a penalty links do not matter, and those of pure cells would be infinite.
  std::vector<double> transformed;
  const bool is_transformed = lambda > 0 && !loss.has_identity_link();
  if (is_transformed) {
    transformed = beta;
    loss.to_link(transformed);
  }
  const std::span<const double> link = is_transformed ? transformed : beta;

  double penalty = 0;
  double slack = 0;
  bool is_within_capacity = true;
  std::vector<double> sent(cells, 0.0);  // by each cell, over all its edges; times lambda below
  for (std::size_t axis = 0; axis < problem.shape.dimensions(); ++axis) {
    const std::size_t stride = problem.shape.stride(axis);
    const std::size_t slab = stride * problem.shape.bins[axis];
    const double* const flow = solution.flow.data() + axis * cells;
    for (std::size_t start = 0; start < cells; start += slab) {
      const std::size_t edges = slab - stride;  // the last cells have no neighbour along the axis
      const AxisSums sums = sum_along_axis(link.data() + start, stride, flow + start, edges);
      penalty += sums.penalty;
      slack += sums.slack;
      is_within_capacity &= sums.is_within_capacity;
      for (std::size_t cell = start + edges; cell < start + slab; ++cell) is_within_capacity &= flow[cell] == 0;
    }
    for (std::size_t cell = 0; cell < stride; ++cell) sent[cell] += flow[cell];
    // Where the cell before is the last one of another row, what it sends on is 0.
    for (std::size_t cell = stride; cell < cells; ++cell) sent[cell] += flow[cell] - flow[cell - stride];
  }

  // Finite for the smallest lambda too: nothing at all is no violation.
  const double per_lambda = std::min(1 / lambda, std::numeric_limits<double>::max());
  const Interval possible = loss.possible_means();
  double size = 0;
  double imbalance = 0;  // the largest, in units of lambda
  bool is_dual_feasible = is_within_capacity;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const double weight = problem.weight[cell];
    const double outflow = sent[cell];
    sent[cell] *= lambda;
    if (weight <= 0) {
      // Without data there is nothing to send: any imbalance makes the dual value minus infinity.
      if (outflow != 0) is_dual_feasible = false;
      imbalance = worse_of(imbalance, std::abs(outflow));
      continue;
    }
    is_dual_feasible &= beta[cell] >= possible.lowest && beta[cell] <= possible.highest;
    size += weight * problem.mean[cell] * problem.mean[cell];
    const double pull = weight * (problem.mean[cell] - beta[cell]);
    // Without a penalty the natural unit of a pull is the cell's own.
    const double per_unit = lambda > 0 ? per_lambda : 1 / std::max(weight * std::abs(problem.mean[cell]), 1.0);
    imbalance = worse_of(imbalance, std::abs(pull - sent[cell]) * per_unit);
  }
  const bool is_balanced = imbalance <= accepted_imbalance || is_balanced_beside_rounding(problem, solution, sent);
  double violation = imbalance;
  if (!is_within_capacity) violation = worse_of(violation, largest_excess_flow(problem, solution));
  if (lambda > 0 && slack != 0) violation = worse_of(violation, largest_unfilled(problem, solution));
  const double objective = loss.divergence(problem.weight, problem.mean, beta) + lambda * penalty;
  double gap = loss.flow_gap(problem.weight, problem.mean, sent, beta) + lambda * slack;
  if (gap == infinity) gap = gap_within_bounds(problem, sent, solution, loss, lambda * slack, objective);
  return assemble_certificate({objective, gap, size, violation, is_dual_feasible, is_balanced});
}

}  // namespace gaptv
