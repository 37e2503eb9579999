// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gaptv/tv/graph_problem.h"

namespace gaptv::tv {

// Guesses the optimal flow on a graph whose edges are steps of a few lengths in the numbers of its nodes: the
// pixels of an image row by row are joined by steps of 1 and of the width, cells of a cube by steps of three lengths.
// Steps of one length form chains, and what a chain should carry, given what all other edges carry, takes linear time;
// so the lengths take turns, a few times over (block coordinate descent of the dual problem, accelerated for two
// lengths).
//
// Returns one value in [-c_e, c_e] per edge, in units of lambda as in GraphSolution, and exactly c_e in size where an
// edge is full; nothing if there are steps of more than four lengths or nodes without data, or no edges at all. lambda
// must be above 0 and finite. The result does not depend on the number of threads. O(nodes + edges).
std::optional<std::vector<double>> guess_flow_by_chains(const GraphProblem& problem, double lambda,
                                                        std::size_t threads);

}  // namespace gaptv::tv
