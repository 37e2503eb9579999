// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "tests/oracles/random_outcomes.h"
#include "tests/oracles/tv_min_cut.h"

namespace gaptv::testing {

// The lowest and the highest optimal value of every node for any convex loss, by halving levels: whether a node lies
// above a level is read from a minimum cut with the slopes at that level (by the Boost Graph Library).
inline OptimalIntervals optimal_intervals(const OutcomeProblem& problem, double lambda) {
  const std::size_t nodes = problem.graph.nodes;
  const Interval range = range_of_outcomes(problem.samples);
  constexpr int halvings = 40;
  const auto is_above = [&](double level, bool wants_lowest) {
    // A node of weight 1 with this mean pulls at level 0 as the loss does at the wanted level.
    GraphProblem pulls{problem.graph, std::vector<double>(nodes, 1.0), std::vector<double>(nodes, 0.0)};
    for (std::size_t node = 0; node < nodes; ++node) {
      const Sample sample = problem.samples[node];
      if (sample.is_empty()) continue;
      const Slopes slopes = problem.loss->slopes(sample, level);
      pulls.mean[node] = -(slopes.left + slopes.right) / 2;
    }
    const LevelSets sets = MinimumCuts(pulls, lambda).at(0);
    return wants_lowest ? sets.smallest : sets.largest;
  };
  const auto search = [&](bool wants_lowest) {
    std::vector<std::pair<double, double>> bounds(nodes, {range.lowest, range.highest});
    for (int i = 0; i < halvings; ++i) {
      std::map<double, std::vector<bool>> sets;
      for (auto& [below, above] : bounds) {
        const double middle = below + (above - below) / 2;
        if (!sets.contains(middle)) sets[middle] = is_above(middle, wants_lowest);
      }
      for (std::size_t node = 0; node < nodes; ++node) {
        auto& [below, above] = bounds[node];
        const double middle = below + (above - below) / 2;
        (sets[middle][node] ? below : above) = middle;
      }
    }
    std::vector<double> values;
    for (const auto& [below, above] : bounds) values.push_back(below + (above - below) / 2);
    return values;
  };
  return {search(true), search(false), (range.highest - range.lowest) * std::ldexp(1.0, -halvings)};
}

}  // namespace gaptv::testing
