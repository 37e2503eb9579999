// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/tv/certificate.h"
#include "gaptv/tv/graph_problem.h"

namespace gaptv {

// Proves a solution on a general graph. It uses nothing but its arguments; the gap is the loss's own, summed from terms
// that cannot be negative.
//
// On a general graph the weights of the edges are any numbers, so the flow at a node without data balances only up to
// rounding. But a minimiser lies within bounds that the problem alone decides (for the squared loss the smallest and
// the largest mean, for others minimiser_bounds.h); with them as a constraint on every beta an imbalance costs what it
// could gain within these bounds, and not minus infinity. So the dual value is a true lower bound, whatever the
// solution that is looked at. A component without data, or whose data all have the same mean at an end of what is
// possible, has the minimum 0; there no flow is needed, and none is looked at. The gap is infinite if a flow exceeds
// its edge's weight or a beta lies outside of the range of the means (by more than rounding). At an infinite lambda the
// gap is that of one value for each connected component. O(nodes + edges).
Certificate certify(const GraphProblem& problem, const GraphSolution& solution, const CellLoss& loss = squared_loss());

}  // namespace gaptv
