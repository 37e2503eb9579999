// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/loss/loss.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// How far a solution can be from the optimum, recomputed from beta and the flow alone.
struct Certificate {
  double objective = 0;  // primal value at beta (between cells: without the scatter inside the cells)
  // (primal - dual) / primal, where the dual value is that of the flow: an upper bound on the relative distance of the
  // objective from its minimum. Infinite when the flow is not dual feasible, 0 when the gap is. Where the primal value
  // is itself nothing but rounding (below 1e-22 of the sum of weight * mean^2), the gap is relative to that bound
  // instead.
  double relative_gap = 0;
  // The largest violation of the optimality conditions, in units of lambda: a flow beyond its capacity, or a cell whose
  // pull weight * (mean - beta) is not balanced by its flow.
  double max_violation = 0;
};

// What a certificate is made of.
struct CertificateTerms {
  double objective;
  double gap;   // primal - dual
  double size;  // the sum of weight * mean^2
  double max_violation;
  bool is_dual_feasible;
};
Certificate assemble_certificate(const CertificateTerms& terms);

// What every result must reach; in practice it is about 1e-20.
inline constexpr double accepted_relative_gap = 1e-9;
// Throws std::logic_error if it does not: that would be a mistake in the solver, whatever the data.
void require_optimal(const Certificate& certificate, double accepted = accepted_relative_gap);

// Does not trust the solver: uses nothing but its arguments. The gap is the loss's own, summed from terms that cannot
// be negative,
//   sum_s weight_s * D(mean_s - lambda * outflow_s / weight_s, beta_s)
//   + lambda * sum_e (|difference_e| - flow_e * difference_e),
// which equals primal - dual without cancellation; differences are those of the links. O(cells).
Certificate certify(const TvProblem& problem, const Solution& solution, const Loss& loss = squared_loss());

}  // namespace gaptv
