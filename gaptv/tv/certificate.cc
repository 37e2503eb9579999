// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaptv {

Certificate certify(const TvProblem& problem, const Solution& solution) {
  const std::size_t cells = problem.shape.cells();
  const double lambda = solution.lambda;
  const std::vector<double>& beta = solution.beta;

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
        const double difference = beta[cell] - beta[cell + stride];
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

  double loss = 0;
  double size = 0;
  double distance = 0;
  bool is_dual_feasible = is_within_capacity;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const double weight = problem.weight[cell];
    const double sent = lambda * outflow[cell];
    if (weight <= 0) {
      // Without data there is nothing to send: any imbalance makes the dual value minus infinity.
      if (sent != 0) is_dual_feasible = false;
      violation = std::max(violation, std::abs(outflow[cell]));
      continue;
    }
    const double residual = problem.mean[cell] - beta[cell];
    size += weight * problem.mean[cell] * problem.mean[cell];
    loss += weight / 2 * residual * residual;
    const double imbalance = weight * residual - sent;
    distance += imbalance / weight * imbalance / 2;
    // Without a penalty the natural unit of a pull is the cell's own.
    const double unit = lambda > 0 ? lambda : std::max(weight * std::abs(problem.mean[cell]), 1.0);
    violation = std::max(violation, std::abs(imbalance) / unit);
  }

  // An objective below this is nothing but the rounding of the means, and so would be its gap.
  constexpr double rounding = 1e-22;
  Certificate certificate;
  certificate.objective = loss + lambda * penalty;
  certificate.max_violation = violation;
  const double gap = distance + lambda * slack;
  if (!is_dual_feasible) {
    certificate.relative_gap = std::numeric_limits<double>::infinity();
  } else if (gap > 0) {
    certificate.relative_gap = gap / std::max(certificate.objective, rounding * size);
  }
  return certificate;
}

}  // namespace gaptv
