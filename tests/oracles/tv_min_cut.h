// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "gaptv/tv/problem.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {

// The smallest and the largest set S that minimises sum_(s in S) weight_s (level - mean_s) + lambda * cut(S). For every
// optimal beta, { beta > level } is such a set.
struct LevelSets {
  std::vector<bool> smallest;
  std::vector<bool> largest;
};

// By the Boost Graph Library's maximum flow, whose authors never heard of this project.
class MinimumCuts {
 public:
  MinimumCuts(GraphProblem problem, double lambda) : problem_(std::move(problem)), lambda_(lambda) {}
  MinimumCuts(const TvProblem& problem, double lambda) : MinimumCuts(as_graph(problem), lambda) {}

  LevelSets at(double level) const;

 private:
  GraphProblem problem_;
  double lambda_;
};

// The lowest and the highest optimal value of every cell (equal where there are data), by halving levels.
struct OptimalIntervals {
  std::vector<double> lowest;
  std::vector<double> highest;
  double accuracy;  // of both
};

inline OptimalIntervals optimal_intervals(const GraphProblem& problem, double lambda) {
  const std::size_t cells = problem.weight.size();
  double bottom = INFINITY;
  double top = -INFINITY;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (problem.weight[cell] <= 0) continue;
    bottom = std::min(bottom, problem.mean[cell]);
    top = std::max(top, problem.mean[cell]);
  }
  const MinimumCuts cuts(problem, lambda);
  constexpr int halvings = 34;
  const auto search = [&](bool wants_lowest) {
    std::vector<std::pair<double, double>> bounds(cells, {bottom, top});
    for (int i = 0; i < halvings; ++i) {
      std::map<double, LevelSets> sets;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        auto& [below, above] = bounds[cell];
        const double middle = below + (above - below) / 2;
        if (!sets.contains(middle)) sets[middle] = cuts.at(middle);
        const LevelSets& found = sets[middle];
        const bool is_above = wants_lowest ? found.smallest[cell] : found.largest[cell];
        (is_above ? below : above) = middle;
      }
    }
    std::vector<double> values;
    for (const auto& [below, above] : bounds) values.push_back(below + (above - below) / 2);
    return values;
  };
  return {search(true), search(false), (top - bottom) * std::ldexp(1.0, -halvings)};
}
inline OptimalIntervals optimal_intervals(const TvProblem& problem, double lambda) {
  return optimal_intervals(as_graph(problem), lambda);
}

}  // namespace gaptv::testing
