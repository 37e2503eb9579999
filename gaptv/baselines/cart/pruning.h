// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/baselines/cart/tree.h"

namespace gaptv {

// This is cost-complexity pruning. For a price alpha of a leaf, T(alpha) is the smallest of the subtrees with the least
// risk + alpha * leaves; as alpha grows these are nested. The sequence is rpart's, which follows one node at a time and
// may in deep trees keep a branch for a little longer or shorter than that (docs/theory/cart.md).

// Returns for each node the alpha from which on it is no longer divided in T(alpha): never more than its parent's, and
// for a leaf minus infinity. O(nodes).
std::vector<double> collapse_points(const CartTree& tree);

// Return T(alpha).
CartTree prune(const CartTree& tree, double alpha);
CartTree prune(const CartTree& tree, const std::vector<double>& collapse_points, double alpha);

// Holds the sequence of all T(alpha) with alpha from a smallest one on, the smallest tree first: T(alpha[i]) is the
// tree from alpha[i] up to alpha[i - 1].
struct PruningTable {
  std::vector<double> alpha;  // decreasing; the last is the smallest one
  std::vector<std::size_t> splits;
  std::vector<double> risk;
};
PruningTable pruning_table(const CartTree& tree, const std::vector<double>& collapse_points, double smallest_alpha);

}  // namespace gaptv
