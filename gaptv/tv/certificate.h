// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>

#include "gaptv/loss/cell_loss.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// Says how far a solution can be from the optimum; it is recomputed from beta and the flow alone.
struct Certificate {
  double objective = 0;  // primal value at beta (between cells: without the scatter inside the cells)
  // (primal - dual) / primal, where the dual value is that of the flow: an upper bound on the relative distance of the
  // objective from its minimum. Infinite when the flow is not dual feasible or the primal value not finite, 0 when the
  // gap is. Where the primal value is itself nothing but rounding (below 1e-22 of the sum of weight * mean^2), the gap
  // is relative to that bound instead.
  double relative_gap = 0;
  // The largest violation of the optimality conditions, in units of lambda: a flow beyond its capacity, a cell whose
  // pull weight * (mean - beta) is not balanced by its flow, or an edge between different values that is not full.
  double max_violation = 0;
  // Says whether every cell is balanced up to accepted_imbalance.
  bool is_balanced = true;
};

// Returns the larger of two gaps, or of two violations. One that is not a number is the worst of all and is kept.
inline double worse_of(double one, double other) {
  return one >= other || std::isnan(one) ? one : other;
}
// Makes the gap and the balance of a certificate those of the worse of the two; its objective stays.
void take_worse(Certificate& worst, const Certificate& other);

// The sums that a certificate is made of.
struct CertificateTerms {
  double objective;
  double gap;   // primal - dual
  double size;  // the sum of weight * mean^2
  double max_violation;
  bool is_dual_feasible;
  bool is_balanced = true;
};
Certificate assemble_certificate(const CertificateTerms& terms);

// Every result must reach this gap; in practice it is about 1e-20.
inline constexpr double accepted_relative_gap = 1e-9;
// A flow may leave over so much of a cell's pull, as a share of what acts on the cell: weight times the largest |mean|
// of all, plus lambda times the strongest edge. A violation in units of lambda would not do: at a small lambda the
// rounding of the pull is large beside it. Rounding leaves about 1e-12 of this (the units of flow), a value that
// belongs to another cell or a flow that ends in an empty one about all of it; this is half way, in orders of
// magnitude.
inline constexpr double accepted_imbalance = 1e-6;
// Throws std::logic_error if a result is not balanced or misses the accepted gap (also where a number is none): that
// would be a mistake in the solver, whatever the data.
void require_optimal(const Certificate& certificate, double accepted = accepted_relative_gap);

// Proves a solution on a grid whose edges all weigh 1. It does not trust the solver: it uses nothing but its arguments.
// The gap is the loss's own, summed from terms that cannot be negative,
//   sum_s weight_s * D(mean_s - lambda * outflow_s / weight_s, beta_s)
//   + lambda * sum_e (|difference_e| - flow_e * difference_e),
// which equals primal - dual without cancellation; differences are those of the links. O(cells).
Certificate certify(const TvProblem& problem, const Solution& solution, const CellLoss& loss = squared_loss());

}  // namespace gaptv
