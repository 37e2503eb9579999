// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/tv/certificate.h"
#include "gaptv/tv/graph_problem.h"

namespace gaptv {

// Values on a graph that are constant on each plateau.
struct Denoised {
  std::vector<double> value;         // one per node, on the scale of the means (a probability, a rate)
  std::vector<std::size_t> plateau;  // one per node: connected nodes of equal value, numbered by their first node
  std::size_t plateaus = 0;
  Certificate certificate;
  std::optional<double> loss_parameter = {};  // the parameter of a loss of single outcomes
};

// Solves total variation on any graph at one lambda >= 0 (infinity gives one value per connected component), exactly
// and certified in the duality gap of the loss. The loss needs the weight and the mean of each node (binomial: trials
// and share of successes; poisson: exposure and rate). Chains without empty nodes, whose edges join the nodes i and i +
// 1, take linear time. Throws InvalidInput as check(GraphProblem) does, and for means that the loss cannot have.
GAPTV_API Denoised denoise(GraphProblem problem, double lambda, const CellLoss& loss = squared_loss(),
                           std::size_t threads = 0);

// Denoises with a loss of single outcomes, the caller's own or one of ours: the mean of a node is its one outcome, with
// the node's weight. It runs on one thread, and chains are graphs like others.
GAPTV_API Denoised denoise(const GraphProblem& problem, double lambda, std::shared_ptr<const OutcomeLoss> loss);

// Denoises with any loss by its name. Huber's parameter, where none is given, comes from the noise between neighbours.
GAPTV_API Denoised denoise(GraphProblem problem, double lambda, const LossChoice& loss, std::size_t threads = 0);

// Estimates from the differences of neighbours how far outcomes scatter (gaptv/loss/noise_scale.h, each edge is a
// cell): the parameter of a loss can be chosen by it.
GAPTV_API double noise_scale_of_neighbours(const GraphProblem& problem);

}  // namespace gaptv
