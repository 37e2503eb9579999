// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/tv/certificate.h"
#include "gaptv/tv/graph_problem.h"
#include "gaptv/tv/outcome_problem.h"

namespace gaptv {

// Proves a solution for any convex loss of single outcomes. It uses nothing but its arguments and the values and slopes
// of the loss. The gap is the loss's own,
//   sum_s ( f_s(beta_s) + sent_s * beta_s - min_t (f_s(t) + sent_s * t) )
//   + lambda * sum_e (c_e |difference_e| - flow_e * difference_e),       sent_s = lambda * outflow_s,
// with t from the smallest to the largest outcome, where a minimiser lies: so a slope that rounding put just beyond all
// slopes of a node costs next to nothing, and not infinity. A node's term cannot be negative; it is bounded from above
// by its slope at beta times the distance to a point where the slope has changed its sign, which subtracts no large
// numbers and is at most a small factor too large. The gap is infinite if a flow exceeds its edge's weight or a beta
// lies outside of the outcomes. At an infinite lambda the gap is that of one value for each connected component.
Certificate certify(const OutcomeProblem& problem, const GraphSolution& solution);

}  // namespace gaptv
