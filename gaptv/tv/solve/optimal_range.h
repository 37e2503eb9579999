// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "gaptv/tv/empty_cell_rule.h"

namespace gaptv::tv {

// The rules for cells without data (empty_cell_rule.h) on any network. "Senders" knows the flow:
//   for_each_sender(node, direction, visit)   visits the neighbours with an arc to the node that is not full
//                                             (direction +1), or to which the node has one (-1)

// Finds for each empty node the extreme value that reaches it; direction +1: the largest value among the nodes with
// data that can send to it, -1: the smallest among those that it can send to (negated inside, so that both are a
// maximum).
template <typename Senders>
std::vector<double> extreme_values_reaching(const std::vector<std::size_t>& empty, double direction,
                                            const std::vector<double>& weight, const std::vector<double>& beta,
                                            const Senders& senders) {
  const double none = -std::numeric_limits<double>::infinity();
  std::vector<double> bound(weight.size(), none);
  struct Seed {
    double value;
    std::size_t node;
  };
  std::vector<Seed> seeds;
  for (const std::size_t node : empty) {
    double best = none;
    senders.for_each_sender(node, direction, [&](std::size_t sender) {
      if (weight[sender] > 0) best = std::max(best, direction * beta[sender]);
    });
    if (best > none) seeds.push_back({best, node});
  }
  std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.value > b.value; });
  std::vector<std::size_t> stack;
  for (const Seed& seed : seeds) {
    if (bound[seed.node] > none) continue;
    bound[seed.node] = seed.value;
    stack.push_back(seed.node);
    while (!stack.empty()) {
      const std::size_t node = stack.back();
      stack.pop_back();
      senders.for_each_sender(node, -direction, [&](std::size_t receiver) {
        if (weight[receiver] > 0 || bound[receiver] > none) return;
        bound[receiver] = seed.value;
        stack.push_back(receiver);
      });
    }
  }
  return bound;
}

inline std::vector<std::size_t> nodes_without_data(const std::vector<double>& weight) {
  std::vector<std::size_t> empty;
  for (std::size_t node = 0; node < weight.size(); ++node) {
    if (weight[node] <= 0) empty.push_back(node);
  }
  return empty;
}

// Gives every node without data ("empty" lists them) the optimal value nearest to "centre", or the middle one.
template <typename Senders>
void settle_without_data(const std::vector<std::size_t>& empty, const std::vector<double>& weight, double centre,
                         const Senders& senders, EmptyCellRule rule, std::vector<double>& beta) {
  if (empty.empty()) return;
  const std::vector<double> lowest = extreme_values_reaching(empty, 1.0, weight, beta, senders);
  const std::vector<double> negated_highest = extreme_values_reaching(empty, -1.0, weight, beta, senders);
  for (const std::size_t node : empty) {
    const double highest = std::max(-negated_highest[node], lowest[node]);  // rounding cannot make the bounds cross
    beta[node] = rule == EmptyCellRule::middle ? std::midpoint(lowest[node], highest)
                                               : std::min(std::max(centre, lowest[node]), highest);
  }
}

}  // namespace gaptv::tv
