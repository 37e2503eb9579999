// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>

#include "gaptv/base/interval.h"
#include "gaptv/grid/cell_samples.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/tv/graph.h"

namespace gaptv {

// Weighted total variation with any convex loss of single outcomes:
//   minimise over beta:  sum_s f_s(beta_s)  +  lambda * sum_e c_e |beta_from - beta_to|
// where f_s is the loss of the outcomes of node s (0 for a node without any) and c_e the weight of edge e.
struct OutcomeProblem {
  Graph graph;
  CellSamples samples;                      // one list per node; at least one has outcomes
  std::shared_ptr<const OutcomeLoss> loss;  // never null
};

// Throws InvalidInput if the graph is not valid (see graph.h), if there is not one list of outcomes per node, if there
// are no outcomes at all or one is not finite, or if the loss falls beyond the largest outcome or rises below the
// smallest, where a minimiser must not lie. O(nodes + edges).
void check(const OutcomeProblem& problem);

// The interval from the smallest to the largest outcome: there is a minimiser with all values in it.
Interval range_of_outcomes(const CellSamples& samples);

}  // namespace gaptv
