// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace gaptv {

// A minimiser on a chain and the flow that proves it.
struct ChainSolution {
  std::vector<double> beta;  // one per node
  std::vector<double> flow;  // one per edge: what node i sends to node i + 1, within its capacity
};

// Weighted total variation on a chain: minimises
//   sum_i weight_i / 2 * (mean_i - beta_i)^2 + sum_i capacity_i * |beta_i - beta_(i+1)|
// exactly, in time linear in the number of nodes, by dynamic programming (Johnson 2013; docs/theory/solver.md). Weights
// >= 0, at least one > 0; capacities >= 0, one fewer than nodes. Nodes without weight take the value of a neighbour.
// Sums are taken of differences from "center", by default the mean of the data, and round these.
ChainSolution solve_chain(std::span<const double> weight, std::span<const double> mean,
                          std::span<const double> capacity, std::optional<double> center = {});

// Finds the smallest factor of the capacities at which the solution is constant: the largest surplus on either side of
// an edge over its capacity. It is infinite if an edge of capacity 0 has some.
double find_chain_lambda_max(std::span<const double> weight, std::span<const double> mean,
                             std::span<const double> capacity);

}  // namespace gaptv
