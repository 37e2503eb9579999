// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/graph_chain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "gaptv/tv/chain/chain_solver.h"

namespace gaptv::tv {
namespace {

// A connected piece of the chain.
struct ChainPiece {
  std::span<const double> weight;
  std::span<const double> mean;
  std::span<const double> along;
};

template <typename Visit>
void for_each_piece(const GraphProblem& problem, const std::vector<double>& along, const Visit& visit) {
  const ChainPiece whole{problem.weight, problem.mean, along};
  for (std::size_t begin = 0; begin < whole.weight.size();) {
    std::size_t end = begin + 1;
    while (end < whole.weight.size() && along[end - 1] > 0) ++end;
    const std::size_t nodes = end - begin;
    visit(ChainPiece{whole.weight.subspan(begin, nodes), whole.mean.subspan(begin, nodes),
                     whole.along.subspan(begin, nodes - 1)});
    begin = end;
  }
}

// Each connected piece on its own, with sums around a centre of its own: what is far away costs it no digits.
ChainSolution solve_pieces(const GraphProblem& problem, const std::vector<double>& capacity) {
  std::optional<double> center;
  if (std::isfinite(problem.lowest_mean)) center = problem.lowest_mean;  // small means keep their digits
  ChainSolution whole;
  for_each_piece(problem, capacity, [&](const ChainPiece& piece) {
    ChainSolution solved = solve_chain(piece.weight, piece.mean, piece.along, center);
    if (whole.beta.empty()) {  // most chains are one piece
      whole = std::move(solved);
      return;
    }
    whole.flow.push_back(0);
    whole.beta.insert(whole.beta.end(), solved.beta.begin(), solved.beta.end());
    whole.flow.insert(whole.flow.end(), solved.flow.begin(), solved.flow.end());
  });
  return whole;
}

}  // namespace

std::optional<std::vector<double>> find_chain_weights(const GraphProblem& problem) {
  if (problem.graph.nodes == 0) return std::nullopt;
  if (std::ranges::any_of(problem.weight, [](double weight) { return weight <= 0; })) return std::nullopt;
  std::vector<double> along(problem.graph.nodes - 1, 0.0);
  for (const auto& [from, to, weight] : problem.graph.edges) {
    if (std::max(from, to) - std::min(from, to) != 1) return std::nullopt;
    along[std::min(from, to)] += weight;
  }
  return along;
}

GraphSolution solve_as_chain(const GraphProblem& problem, std::vector<double> along, double lambda) {
  std::vector<double> capacity = std::move(along);
  for (double& amount : capacity) amount *= lambda;
  ChainSolution chain = solve_pieces(problem, capacity);
  GraphSolution solution{lambda, std::move(chain.beta), {}};
  solution.flow.reserve(problem.graph.edges.size());
  // Parallel edges share what the chain carries; a full edge carries its weight without rounding.
  for (const auto& [from, to, weight] : problem.graph.edges) {
    const std::size_t i = std::min(from, to);
    const double share = capacity[i] > 0 ? chain.flow[i] / capacity[i] : 0.0;
    solution.flow.push_back((from < to ? share : -share) * weight);
  }
  return solution;
}

double find_lambda_max_of_pieces(const GraphProblem& problem, const std::vector<double>& along) {
  double largest = 0;
  for_each_piece(problem, along, [&](const ChainPiece& piece) {
    largest = std::max(largest, find_chain_lambda_max(piece.weight, piece.mean, piece.along));
  });
  return largest;
}

}  // namespace gaptv::tv
