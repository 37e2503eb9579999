// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "gaptv/tv/problem.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {

// Total variation of any smooth loss, on small grids without empty cells: the flow of one edge after the other is
// moved to where its two ends have equal values, or to its limit (coordinate ascent on the dual, which is smooth; Tseng
// 2001). Knows nothing of regions, cuts or the link's part in them.
//   value_of(cell, sent): the minimiser of the cell's loss minus what it sends, i.e. b with -f'(b) = sent.
inline std::vector<double> ascend_dual(const Shape& shape, double lambda,
                                       const std::function<double(std::size_t cell, double sent)>& value_of) {
  const std::vector<Graph::Edge> edges = edges_of(shape);
  std::vector<double> flow(edges.size(), 0.0);
  std::vector<double> sent(shape.cells(), 0.0);
  double largest_move = 1;
  for (int sweep = 0; sweep < 20000 && largest_move > 1e-13 * lambda; ++sweep) {
    largest_move = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [from, to, weight] = edges[e];
      const double others_from = sent[from] - flow[e];
      const double others_to = sent[to] + flow[e];
      // The more it carries, the lower the sender and the higher the receiver.
      double low = -lambda;
      double high = lambda;
      for (int halving = 0; halving < 60; ++halving) {
        const double middle = (low + high) / 2;
        (value_of(from, others_from + middle) > value_of(to, others_to - middle) ? low : high) = middle;
      }
      const double moved = (low + high) / 2;
      largest_move = std::max(largest_move, std::abs(moved - flow[e]));
      flow[e] = moved;
      sent[from] = others_from + moved;
      sent[to] = others_to - moved;
    }
  }
  std::vector<double> values;
  for (std::size_t cell = 0; cell < sent.size(); ++cell) values.push_back(value_of(cell, sent[cell]));
  return values;
}

}  // namespace gaptv::testing
