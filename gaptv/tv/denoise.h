// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/loss/loss.h"
#include "gaptv/tv/certificate.h"
#include "gaptv/tv/graph_problem.h"

namespace gaptv {

// Values on a graph, each plateau constant.
struct Denoised {
  std::vector<double> value;         // one per node, on the scale of the means (a probability, a rate)
  std::vector<std::size_t> plateau;  // one per node: connected nodes of equal value, numbered by their first node
  std::size_t plateaus = 0;
  Certificate certificate;
};

// Total variation on any graph at one lambda >= 0 (infinity: one value per connected component), exact and certified in
// the duality gap of the loss. Of each node the loss needs weight and mean (binomial: trials and share of successes;
// poisson: exposure and rate). Chains without empty nodes, whose edges join the nodes i and i + 1, take linear time.
// Throws InvalidInput as check(GraphProblem) does, and for means that the loss cannot have.
Denoised denoise(GraphProblem problem, double lambda, const Loss& loss = squared_loss(), std::size_t threads = 0);

}  // namespace gaptv
