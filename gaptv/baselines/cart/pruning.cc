// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/pruning.h"

#include <algorithm>
#include <utility>

#include "gaptv/base/infinity.h"

namespace gaptv {
namespace {

// What a node saves as a whole: the risk and the splits of all below it, as they are when it collapses.
struct Branch {
  double risk;
  std::size_t splits;
  double collapses_at;
};

// A node collapses where its splits save less risk each than they cost. A child that collapses before, the weaker one
// first, counts as a leaf; one that does not counts as it is at its own collapse.
Branch join(const CartNode& node, Branch left, Branch right, const CartNode& left_node, const CartNode& right_node) {
  const auto saved_by_a_split = [&] {
    return (node.risk - (left.risk + right.risk)) / static_cast<double>(left.splits + right.splits + 1);
  };
  const auto collapse = [&](Branch& branch, const CartNode& child) {
    if (!(saved_by_a_split() > branch.collapses_at)) return;
    branch.risk = child.risk;
    branch.splits = 0;
  };
  if (right.collapses_at > left.collapses_at) {
    collapse(left, left_node);
    collapse(right, right_node);
  } else {
    collapse(right, right_node);
    collapse(left, left_node);
  }
  return {left.risk + right.risk, left.splits + right.splits + 1, saved_by_a_split()};
}

}  // namespace

std::vector<double> collapse_points(const CartTree& tree) {
  const std::vector<CartNode>& nodes = tree.nodes;
  std::vector<Branch> branches(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const CartNode& node = nodes[i];
    branches[i] = node.is_leaf()
                      ? Branch{node.risk, 0, -infinity}
                      : join(node, branches[node.left], branches[node.right], nodes[node.left], nodes[node.right]);
  }
  std::vector<double> points(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) points[i] = branches[i].collapses_at;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].is_leaf()) continue;
    for (const std::uint32_t child : {nodes[i].left, nodes[i].right})
      points[child] = std::min(points[child], points[i]);
  }
  return points;
}

CartTree prune(const CartTree& tree, const std::vector<double>& collapse_points, double alpha) {
  CartTree pruned;
  pruned.outputs = tree.outputs;
  std::vector<std::uint32_t> place(tree.nodes.size(), 0);
  std::vector<bool> is_kept(tree.nodes.size(), false);
  is_kept[0] = true;
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    if (!is_kept[node]) continue;
    place[node] = static_cast<std::uint32_t>(pruned.nodes.size());
    CartNode copy = tree.nodes[node];
    if (!copy.is_leaf() && collapse_points[node] > alpha) {
      is_kept[copy.left] = true;
      is_kept[copy.right] = true;
    } else {
      copy.left = copy.right = 0;
    }
    pruned.nodes.push_back(copy);
    const std::span<const double> values = tree.values_of(node);
    pruned.values.insert(pruned.values.end(), values.begin(), values.end());
  }
  for (CartNode& node : pruned.nodes) {
    node.left = place[node.left];
    node.right = place[node.right];
  }
  return pruned;
}

CartTree prune(const CartTree& tree, double alpha) {
  return prune(tree, collapse_points(tree), alpha);
}

PruningTable pruning_table(const CartTree& tree, const std::vector<double>& collapse_points, double smallest_alpha) {
  std::vector<std::pair<double, std::size_t>> points;  // divided nodes, the last to collapse first
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    if (!tree.nodes[node].is_leaf() && collapse_points[node] > smallest_alpha) {
      points.emplace_back(collapse_points[node], node);
    }
  }
  std::ranges::sort(points, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  PruningTable table;
  double risk = tree.nodes.front().risk;
  std::size_t splits = 0;
  for (std::size_t i = 0; i <= points.size(); ++i) {
    if (i == points.size() || table.alpha.empty() || points[i].first < table.alpha.back()) {
      table.alpha.push_back(i < points.size() ? points[i].first : smallest_alpha);
      table.splits.push_back(splits);
      table.risk.push_back(std::max(risk, 0.0));
    }
    if (i == points.size()) break;
    const CartNode& node = tree.nodes[points[i].second];
    risk -= node.risk - (tree.nodes[node.left].risk + tree.nodes[node.right].risk);
    ++splits;
  }
  return table;
}

}  // namespace gaptv
