// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/baselines/cart/rows.h"

namespace gaptv {

// Describes a part of the rows, and how it is divided.
struct CartNode {
  std::size_t count = 0;  // rows, whatever they weigh
  double weight = 0;
  // For numbers this is the sum of weight * (outcome - mean)^2, for classes the weight of the rows outside the most
  // frequent one.
  double risk = 0;
  std::size_t most_frequent = 0;  // class; of equal ones the first
  // Rows with x < split go left, the others right. In a leaf left is 0.
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t feature = 0;
  double split = 0;
  double gain = 0;  // how much smaller the impurity is after the split

  bool is_leaf() const { return left == 0; }
};

// Holds a binary tree; node 0 is the root, and a node comes before its children.
struct CartTree {
  std::vector<CartNode> nodes;
  // Every node has so many values: the mean of the outcomes, or the share of each class.
  std::size_t outputs = 1;
  std::vector<double> values;

  std::span<const double> values_of(std::size_t node) const { return {values.data() + node * outputs, outputs}; }
  std::size_t leaves() const { return nodes.size() / 2 + 1; }
};

// Says when a node is left as it is.
struct CartLimits {
  std::size_t min_split = 20;  // fewer rows than this
  std::size_t min_bucket = 7;  // a child would have fewer rows than this
  std::size_t max_depth = 30;  // so many splits lead to it
  double smallest_risk = 0;    // its risk is at most this: no split below it could be worth so much
  // Where given, the tree grows best first, and no node is split once it has so many leaves.
  std::optional<std::size_t> most_leaves = {};
};

// Splits every node where the impurity falls most (docs/theory/cart.md): for numbers the sum of squared deviations from
// the mean, for classes weight * sum of p (1 - p). A split lies halfway between two neighbouring values of a feature;
// of equal splits the first feature's is taken, and of those the lowest. O(rows * features * depth). The tree is the
// same for any number of threads.
//
// With most_leaves the leaf whose split lowers the impurity most is split next (of equal ones the oldest), so that the
// first K leaves are the same for every larger number of them. O(rows * features * most_leaves) in the worst case.
CartTree grow_tree(CartRows rows, const CartLimits& limits, std::size_t threads, Progress& progress);

}  // namespace gaptv
