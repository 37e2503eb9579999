// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <vector>

#include "gaptv/tv/graph_problem.h"

// Graphs that are chains: all edges join the nodes i and i + 1, and all nodes have data.
namespace gaptv::tv {

// The weights of the edges between the nodes i and i + 1, if the graph is a chain. Parallel edges are added up; where
// an edge is missing, its weight is 0.
std::optional<std::vector<double>> find_chain_weights(const GraphProblem& problem);

// Solves a chain in time linear in its nodes; along: its weights; lambda > 0 and finite.
GraphSolution solve_as_chain(const GraphProblem& problem, std::vector<double> along, double lambda);

// The smallest lambda whose solution is constant on every connected piece of the chain.
double find_lambda_max_of_pieces(const GraphProblem& problem, const std::vector<double>& along);

}  // namespace gaptv::tv
