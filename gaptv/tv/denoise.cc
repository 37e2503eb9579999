// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/denoise.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/tv/chain_solver.h"
#include "gaptv/tv/graph_certificate.h"
#include "gaptv/tv/graph_solver.h"

namespace gaptv {
namespace {

void check_means(const GraphProblem& problem, const Loss& loss) {
  const Interval possible = loss.possible_means();
  for (std::size_t node = 0; node < problem.mean.size(); ++node) {
    const double mean = problem.mean[node];
    if (problem.weight[node] <= 0 || (mean >= possible.lowest && mean <= possible.highest)) continue;
    throw InvalidInput("node " + std::to_string(node) + ": the mean " + std::to_string(mean) +
                       " cannot be one of the loss " + std::string(loss.name()));
  }
}

// The weights of the edges between the nodes i and i + 1, if there are no others; an edge that is missing has weight 0.
std::optional<std::vector<double>> weights_along_chain(const GraphProblem& problem) {
  if (problem.graph.nodes == 0) return std::nullopt;
  if (std::ranges::any_of(problem.weight, [](double weight) { return weight <= 0; })) return std::nullopt;
  std::vector<double> along(problem.graph.nodes - 1, 0.0);
  for (const auto& [from, to, weight] : problem.graph.edges) {
    if (std::max(from, to) - std::min(from, to) != 1) return std::nullopt;
    along[std::min(from, to)] += weight;
  }
  return along;
}

GraphSolution solve_as_chain(const GraphProblem& problem, std::vector<double> capacity, double lambda) {
  for (double& amount : capacity) amount *= lambda;
  ChainSolution chain = solve_chain(problem.weight, problem.mean, capacity);
  GraphSolution solution{lambda, std::move(chain.beta), {}};
  // Parallel edges share what the chain carries; a full edge carries its weight without rounding.
  for (const auto& [from, to, weight] : problem.graph.edges) {
    const std::size_t i = std::min(from, to);
    const double share = capacity[i] > 0 ? chain.flow[i] / capacity[i] : 0.0;
    solution.flow.push_back((from < to ? share : -share) * weight);
  }
  return solution;
}

GraphSolution solve(const GraphProblem& problem, double lambda, std::size_t threads) {
  if (lambda > 0 && std::isfinite(lambda)) {
    if (auto along = weights_along_chain(problem)) return solve_as_chain(problem, std::move(*along), lambda);
  }
  return GraphSolver(problem, threads).solve(lambda);
}

}  // namespace

Denoised denoise(GraphProblem problem, double lambda, const Loss& loss, std::size_t threads) {
  if (!(lambda >= 0)) throw InvalidInput("lambda must not be negative");
  check(problem);
  check_means(problem, loss);
  GraphSolution solution = solve(problem, lambda, threads);
  Denoised result;
  result.certificate = certify(problem, solution, loss);
  require_optimal(result.certificate);
  const EdgesByNode edges = edges_by_node(problem.graph);
  const auto for_each_neighbour = [&](std::size_t node, const auto& visit) {
    for (std::uint32_t i = edges.first[node]; i < edges.first[node + 1]; ++i) {
      visit(static_cast<std::size_t>(other_end(problem.graph.edges[edges.edge[i]], static_cast<std::uint32_t>(node))));
    }
  };
  ConnectedCells sets = connect_equal_values(solution.beta, 0.0, for_each_neighbour);
  result.plateau = std::move(sets.label);
  result.plateaus = sets.count;
  result.value = std::move(solution.beta);
  double total_weight = 0;
  for (const double weight : problem.weight) total_weight += weight;
  keep_inside(loss, total_weight, result.value);
  return result;
}

}  // namespace gaptv
