// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/tv/graph_problem.h"

namespace gaptv::tv {

// Brings the last digits of a solution in order: those that whole units of flow cannot hold when the weights of the
// edges differ by many orders of magnitude. Edges between different values carry exactly their weight, every plateau
// gets the constant that balances these, and what then is left over in its nodes is sent along a spanning tree of the
// edges with the most room. The plateaus stay as they are. lambda must be above 0 and finite. O(edges * log(edges)).
GraphSolution polish_flow(const GraphProblem& problem, GraphSolution solution);

}  // namespace gaptv::tv
