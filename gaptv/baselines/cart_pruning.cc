// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart_pruning.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace gaptv {
namespace {

// The weakest link first: the node whose branch lowers the risk least for each of its splits.
class WeakestLinks {
 public:
  explicit WeakestLinks(const CartTree& tree)
      : tree_(tree), parent_(tree.nodes.size(), 0), splits_(tree.nodes.size(), 0), risk_(tree.nodes.size()),
        collapsed_at_(tree.nodes.size(), -std::numeric_limits<double>::infinity()) {
    for (std::size_t node = tree.nodes.size(); node-- > 0;) {
      if (!tree.nodes[node].is_leaf()) {
        parent_[tree.nodes[node].left] = node;
        parent_[tree.nodes[node].right] = node;
      }
      update(node);
    }
  }

  std::vector<double> collapse_all() {
    std::priority_queue<Link, std::vector<Link>, std::greater<>> links;
    for (std::size_t node = 0; node < tree_.nodes.size(); ++node) {
      if (splits_[node] > 0) links.push({strength(node), node});
    }
    double alpha = -std::numeric_limits<double>::infinity();
    while (!links.empty()) {
      const auto [known, node] = links.top();
      links.pop();
      if (splits_[node] == 0) continue;
      // Branches that lost their weaker parts are stronger than they were.
      if (const double now = strength(node); now > known) {
        links.push({now, node});
        continue;
      }
      alpha = std::max(alpha, known);
      collapse(node, alpha);
    }
    return std::move(collapsed_at_);
  }

 private:
  using Link = std::pair<double, std::size_t>;

  // How much risk each split of the branch saves.
  double strength(std::size_t node) const {
    return (tree_.nodes[node].risk - risk_[node]) / static_cast<double>(splits_[node]);
  }

  // Splits and risk of the branch, from those of its two parts.
  void update(std::size_t node) {
    const CartNode& it = tree_.nodes[node];
    splits_[node] = it.is_leaf() ? 0 : splits_[it.left] + splits_[it.right] + 1;
    risk_[node] = it.is_leaf() ? it.risk : risk_[it.left] + risk_[it.right];
  }

  void collapse(std::size_t top, double alpha) {
    std::vector<std::size_t> branch = {top};
    while (!branch.empty()) {
      const std::size_t node = branch.back();
      branch.pop_back();
      if (splits_[node] == 0) continue;
      branch.push_back(tree_.nodes[node].left);
      branch.push_back(tree_.nodes[node].right);
      splits_[node] = 0;
      risk_[node] = tree_.nodes[node].risk;
      collapsed_at_[node] = alpha;
    }
    for (std::size_t node = top; node != 0;) {
      node = parent_[node];
      update(node);
    }
  }

  const CartTree& tree_;
  std::vector<std::size_t> parent_;
  std::vector<std::size_t> splits_;  // of the branch as it is now
  std::vector<double> risk_;         // of the leaves of the branch as it is now
  std::vector<double> collapsed_at_;
};

}  // namespace

std::vector<double> collapse_points(const CartTree& tree) {
  return WeakestLinks(tree).collapse_all();
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
