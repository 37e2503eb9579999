// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace gaptv {

Certificate assemble_certificate(const CertificateTerms& terms) {
  // An objective below this is nothing but the rounding of the means, and so would be its gap.
  constexpr double rounding = 1e-22;
  Certificate certificate;
  certificate.objective = terms.objective;
  certificate.max_violation = terms.max_violation;
  if (!terms.is_dual_feasible) {
    certificate.relative_gap = std::numeric_limits<double>::infinity();
  } else if (!(terms.gap <= 0)) {  // also if it is not a number
    certificate.relative_gap = terms.gap / std::max(terms.objective, rounding * terms.size);
  }
  return certificate;
}

void require_optimal(const Certificate& certificate) {
  if (certificate.relative_gap <= accepted_relative_gap) return;
  throw std::logic_error("the solver's result is not optimal: relative gap " +
                         std::to_string(certificate.relative_gap) + "; please report this with the data");
}

Certificate certify(const TvProblem& problem, const Solution& solution, const Loss& loss) {
  const std::size_t cells = problem.shape.cells();
  const double lambda = solution.lambda;
  const std::vector<double>& beta = solution.beta;
  // Without a penalty links do not matter, and those of pure cells would be infinite.
  std::vector<double> link = beta;
  if (lambda > 0) loss.to_link(link);

  double penalty = 0;
  double slack = 0;
  double violation = 0;
  std::vector<double> outflow(cells, 0.0);
  for (std::size_t axis = 0; axis < problem.shape.dimensions(); ++axis) {
    const std::size_t stride = problem.shape.stride(axis);
    const std::size_t slab = stride * problem.shape.bins[axis];
    const double* flow_along = solution.flow.data() + axis * cells;
    for (std::size_t start = 0; start < cells; start += slab) {
      const std::size_t last = start + slab - stride;  // the cells from here on have no neighbour along the axis
      for (std::size_t cell = start; cell < last; ++cell) {
        const double flow = flow_along[cell];
        // Equal ones may both be infinite, when all outcomes are.
        const double difference = link[cell] != link[cell + stride] ? link[cell] - link[cell + stride] : 0.0;
        penalty += std::abs(difference);
        slack += std::abs(difference) - flow * difference;
        violation = std::max(violation, std::abs(flow) - 1);
        outflow[cell] += flow;
        outflow[cell + stride] -= flow;
      }
      for (std::size_t cell = last; cell < start + slab; ++cell) {
        violation = std::max(violation, std::abs(flow_along[cell]));  // there is no edge that could carry it
      }
    }
  }
  const bool is_within_capacity = violation <= 0;

  double size = 0;
  bool is_dual_feasible = is_within_capacity;
  std::vector<double> sent(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const double weight = problem.weight[cell];
    sent[cell] = lambda * outflow[cell];
    if (weight <= 0) {
      // Without data there is nothing to send: any imbalance makes the dual value minus infinity.
      if (sent[cell] != 0) is_dual_feasible = false;
      violation = std::max(violation, std::abs(outflow[cell]));
      continue;
    }
    size += weight * problem.mean[cell] * problem.mean[cell];
    const double imbalance = weight * (problem.mean[cell] - beta[cell]) - sent[cell];
    // Without a penalty the natural unit of a pull is the cell's own.
    const double unit = lambda > 0 ? lambda : std::max(weight * std::abs(problem.mean[cell]), 1.0);
    violation = std::max(violation, std::abs(imbalance) / unit);
  }
  const double distance = loss.flow_gap(problem.weight, problem.mean, sent, beta);

  const double objective = loss.divergence(problem.weight, problem.mean, beta) + lambda * penalty;
  return assemble_certificate({objective, distance + lambda * slack, size, violation, is_dual_feasible});
}

}  // namespace gaptv
