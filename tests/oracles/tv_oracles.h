// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "gaptv/tv/problem.h"

namespace gaptv::testing {

struct Edge {
  std::size_t from;
  std::size_t to;
};

// Every pair of neighbours once, from the definition: cells whose bins differ by one on one axis and agree on the
// others.
inline std::vector<Edge> edges_of(const Shape& shape) {
  std::vector<Edge> edges;
  for (std::size_t a = 0; a < shape.cells(); ++a) {
    for (std::size_t b = a + 1; b < shape.cells(); ++b) {
      std::size_t distance = 0;
      for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
        const std::size_t i = shape.bin_of(a, axis);
        const std::size_t j = shape.bin_of(b, axis);
        distance += i > j ? i - j : j - i;
      }
      if (distance == 1) edges.push_back({a, b});
    }
  }
  return edges;
}

inline double objective(const TvProblem& problem, double lambda, const std::vector<double>& beta) {
  double sum = 0;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) {
    const double error = problem.mean[cell] - beta[cell];
    if (problem.weight[cell] > 0) sum += problem.weight[cell] / 2 * error * error;
  }
  for (const Edge& edge : edges_of(problem.shape)) sum += lambda * std::abs(beta[edge.from] - beta[edge.to]);
  return sum;
}

// The minimiser by coordinate ascent on the dual, for problems without empty cells: edge by edge the flow that makes
// its two ends equal, as far as its capacity allows, until the duality gap is nothing but rounding. Slow, but each step
// is one line of algebra.
inline std::vector<double> minimiser_by_dual_ascent(const TvProblem& problem, double lambda) {
  const std::vector<Edge> edges = edges_of(problem.shape);
  std::vector<double> flow(edges.size(), 0.0);
  std::vector<double> beta = problem.mean;
  constexpr std::size_t most_sweeps = 2000000;
  constexpr double relative_gap_goal = 1e-14;
  for (std::size_t sweep = 0; sweep < most_sweeps; ++sweep) {
    double gap = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [a, b] = edges[e];
      const double per_flow_a = lambda / problem.weight[a];
      const double per_flow_b = lambda / problem.weight[b];
      const double next = std::clamp(flow[e] + (beta[a] - beta[b]) / (per_flow_a + per_flow_b), -1.0, 1.0);
      beta[a] -= per_flow_a * (next - flow[e]);
      beta[b] += per_flow_b * (next - flow[e]);
      flow[e] = next;
    }
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const double difference = beta[edges[e].from] - beta[edges[e].to];
      gap += lambda * (std::abs(difference) - flow[e] * difference);
    }
    if (gap <= relative_gap_goal * objective(problem, lambda, beta)) break;
  }
  return beta;
}

// The largest ratio surplus / cut over all sets of cells, by trying every set: at most about 16 cells.
inline double lambda_max_by_all_subsets(const TvProblem& problem) {
  const std::vector<Edge> edges = edges_of(problem.shape);
  const std::size_t cells = problem.weight.size();
  double weight = 0;
  double sum = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    weight += problem.weight[cell];
    sum += problem.weight[cell] * problem.mean[cell];
  }
  double best = 0;
  for (std::size_t set = 1; set + 1 < (std::size_t{1} << cells); ++set) {
    const auto is_in = [set](std::size_t cell) { return (set >> cell & 1U) != 0; };
    double surplus = 0;
    double cut = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (is_in(cell)) surplus += problem.weight[cell] * (problem.mean[cell] - sum / weight);
    }
    for (const Edge& edge : edges) cut += is_in(edge.from) != is_in(edge.to) ? 1 : 0;
    best = std::max(best, std::abs(surplus) / cut);
  }
  return best;
}

}  // namespace gaptv::testing
