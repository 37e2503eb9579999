// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "gaptv/baselines/cart/pruning.h"
#include "gaptv/baselines/cart/rows.h"
#include "gaptv/baselines/cart/tree.h"
#include "tests/baselines/cart_data.h"

namespace gaptv::testing {
namespace {

// Sums of the same numbers in another order.
constexpr double rounding = 1e-10;

// The impurity of some rows by its definition.
double impurity_of(const Dataset& data, const std::vector<std::size_t>& rows, std::size_t classes) {
  double weight = 0;
  double sum = 0;
  std::vector<double> of_class(std::max<std::size_t>(classes, 1), 0.0);
  for (const std::size_t row : rows) {
    const double w = data.weight.empty() ? 1.0 : data.weight[row];
    weight += w;
    sum += w * data.outcome[row];
    if (classes > 0) of_class[static_cast<std::size_t>(data.outcome[row])] += w;
  }
  double impurity = 0;
  if (classes > 0) {
    for (const double w : of_class) impurity += w * (1 - w / weight);
    return impurity;
  }
  for (const std::size_t row : rows) {
    const double w = data.weight.empty() ? 1.0 : data.weight[row];
    impurity += w * (data.outcome[row] - sum / weight) * (data.outcome[row] - sum / weight);
  }
  return impurity;
}

// How many rows these are for the limits: copies count, other weights do not.
double count_of(const Dataset& data, std::span<const std::size_t> rows) {
  if (data.weight.empty() || data.weight_kind == WeightKind::precision) return static_cast<double>(rows.size());
  double count = 0;
  for (const std::size_t row : rows) count += data.weight[row];
  return count;
}

// A node of the slow twin: what split the definition asks for.
struct SlowSplit {
  double gain = 0;
  std::size_t feature = 0;
  double split = 0;
};

// Tries every split of every feature and sums everything anew: O(rows^2).
SlowSplit slow_best_split(const Dataset& data, const std::vector<std::size_t>& rows, std::size_t classes,
                          std::size_t min_bucket) {
  SlowSplit best;
  const double whole = impurity_of(data, rows, classes);
  for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
    const std::vector<double>& x = data.features[feature];
    std::vector<std::size_t> sorted = rows;
    std::stable_sort(sorted.begin(), sorted.end(), [&x](std::size_t a, std::size_t b) { return x[a] < x[b]; });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (x[sorted[i - 1]] == x[sorted[i]]) continue;
      const std::span<const std::size_t> all(sorted);
      const auto fewest = static_cast<double>(min_bucket);
      if (count_of(data, all.first(i)) < fewest || count_of(data, all.subspan(i)) < fewest) continue;
      const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(i);
      const double gain = whole - impurity_of(data, {sorted.begin(), middle}, classes) -
                          impurity_of(data, {middle, sorted.end()}, classes);
      if (gain > best.gain + rounding) best = {gain, feature, (x[sorted[i - 1]] + x[sorted[i]]) / 2};
    }
  }
  return best;
}

void expect_as_slow(const CartTree& tree, std::size_t node, const Dataset& data, const std::vector<std::size_t>& rows,
                    std::size_t classes, const CartLimits& limits, std::size_t depth) {
  const CartNode& it = tree.nodes[node];
  ASSERT_EQ(it.count, rows.size());
  SlowSplit slow;
  if (count_of(data, rows) >= static_cast<double>(limits.min_split) && depth < limits.max_depth) {
    slow = slow_best_split(data, rows, classes, limits.min_bucket);
  }
  ASSERT_EQ(it.is_leaf(), slow.gain == 0) << "gain " << slow.gain;
  if (it.is_leaf()) return;
  EXPECT_NEAR(it.gain, slow.gain, rounding * tree.nodes.front().weight);
  ASSERT_EQ(it.feature, slow.feature);
  ASSERT_DOUBLE_EQ(it.split, slow.split);
  std::vector<std::size_t> left;
  std::vector<std::size_t> right;
  for (const std::size_t row : rows) {
    (data.features[it.feature][row] < it.split ? left : right).push_back(row);
  }
  expect_as_slow(tree, it.left, data, left, classes, limits, depth + 1);
  expect_as_slow(tree, it.right, data, right, classes, limits, depth + 1);
}

CartTree grow(const Dataset& data, std::size_t classes, const CartLimits& limits) {
  Progress silent;
  return grow_tree(sort_rows(data.view(), classes, 1, silent), limits, 1, silent);
}

TEST(CartTree, MakesTheSplitsThatASlowTwinMakes) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Dataset data = steps_and_noise(150, 1 + seed % 3, seed);
    if (seed % 2 == 1) {
      for (std::size_t row = 0; row < data.rows(); ++row) data.weight.push_back(1 + static_cast<double>(row % 4));
      data.weight_kind = seed == 1 ? WeightKind::copies : WeightKind::precision;
    }
    std::vector<std::size_t> rows(data.rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const CartLimits limits = {.min_split = 10, .min_bucket = 3, .max_depth = 6};
    SCOPED_TRACE(seed);
    expect_as_slow(grow(data, 0, limits), 0, data, rows, 0, limits, 0);
  }
}

TEST(CartTree, OfClassesMakesTheSplitsThatASlowTwinMakes) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::size_t classes = 2 + seed % 3;
    const Dataset data = steps_and_classes(400, 2, classes, seed);
    std::vector<std::size_t> rows(data.rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    // Large leaves: small ones of classes have many splits that are equally good.
    const CartLimits limits = {.min_split = 100, .min_bucket = 30, .max_depth = 3};
    SCOPED_TRACE(seed);
    expect_as_slow(grow(data, classes, limits), 0, data, rows, classes, limits, 0);
  }
}

TEST(CartTree, RowsWithTiedFeaturesArriveWhereTheTreeCountedThem) {
  Dataset data = steps_and_noise(300, 2, 1);
  for (double& x : data.features[0]) x = std::round(x * 10) / 10;
  for (double& x : data.features[1]) x = std::round(x * 4) / 4;
  const CartTree tree = grow(data, 0, {.min_split = 2, .min_bucket = 1});
  std::vector<std::size_t> arrived(tree.nodes.size(), 0);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::size_t node = 0;
    for (++arrived[0]; !tree.nodes[node].is_leaf(); ++arrived[node]) {
      const CartNode& it = tree.nodes[node];
      node = data.features[it.feature][row] < it.split ? it.left : it.right;
    }
  }
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) EXPECT_EQ(arrived[node], tree.nodes[node].count);
  EXPECT_GT(tree.leaves(), 20);
}

TEST(CartTree, NeighbouringNumbersArePartedAtTheUpperOne) {
  const double above = std::nextafter(1.0, 2.0);  // halfway between 1 and this rounds to 1
  const Dataset data{.feature_names = {"x"}, .features = {{1, 1, above, above}}, .outcome = {0, 0, 1, 1}};
  const CartTree tree = grow(data, 0, {.min_split = 2, .min_bucket = 1});
  ASSERT_EQ(tree.leaves(), 2);
  EXPECT_EQ(tree.nodes[0].split, above);
}

TEST(CartTree, EqualOutcomesAreOneLeafWhateverTheirRounding) {
  Dataset data = steps_and_noise(100, 2, 1);
  data.outcome.assign(100, 0.1);
  const CartTree tree = grow(data, 0, {.min_split = 2, .min_bucket = 1});
  ASSERT_EQ(tree.leaves(), 1);
  EXPECT_EQ(tree.values[0], 0.1);
  EXPECT_EQ(tree.nodes[0].risk, 0);
}

TEST(CartTree, IsTheSameForAnyNumberOfThreads) {
  Progress silent;
  Dataset data = steps_and_noise(200000, 2, 4);  // large enough for several pieces of work
  for (double& x : data.features[0]) x = std::round(x * 1000);
  const CartLimits limits = {.min_split = 2000, .min_bucket = 700};
  const CartTree one = grow_tree(sort_rows(data.view(), 0, 1, silent), limits, 1, silent);
  const CartTree four = grow_tree(sort_rows(data.view(), 0, 4, silent), limits, 4, silent);
  ASSERT_EQ(one.nodes.size(), four.nodes.size());
  EXPECT_GT(one.leaves(), 50);
  EXPECT_EQ(one.values, four.values);
  for (std::size_t i = 0; i < one.nodes.size(); ++i) {
    EXPECT_EQ(one.nodes[i].split, four.nodes[i].split);
    EXPECT_EQ(one.nodes[i].left, four.nodes[i].left);
  }
}

// All subtrees that keep the root, as (risk, leaves).
std::vector<std::pair<double, std::size_t>> all_prunings(const CartTree& tree, std::size_t node) {
  const CartNode& it = tree.nodes[node];
  std::vector<std::pair<double, std::size_t>> prunings = {{it.risk, 1}};
  if (it.is_leaf()) return prunings;
  for (const auto& [left_risk, left_leaves] : all_prunings(tree, it.left)) {
    for (const auto& [right_risk, right_leaves] : all_prunings(tree, it.right)) {
      prunings.emplace_back(left_risk + right_risk, left_leaves + right_leaves);
    }
  }
  return prunings;
}

std::pair<double, std::size_t> risk_and_leaves(const CartTree& tree) {
  double risk = 0;
  for (const CartNode& node : tree.nodes) risk += node.is_leaf() ? node.risk : 0.0;
  return {risk, tree.leaves()};
}

TEST(CartPruning, OfTwoLevelsIsTheSmallestOfTheBestSubtrees) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Dataset data = steps_and_noise(80, 2, seed);
    const CartTree tree = grow(data, 0, {.min_split = 4, .min_bucket = 2, .max_depth = 2});
    const std::vector<double> points = collapse_points(tree);
    for (double alpha = 0.05; alpha < 60; alpha *= 1.3) {
      std::pair<double, std::size_t> best = {std::numeric_limits<double>::infinity(), 1};
      for (const auto& [risk, leaves] : all_prunings(tree, 0)) {
        const double cost = risk + alpha * static_cast<double>(leaves);
        if (cost < best.first) best = {cost, leaves};
      }
      const auto [risk, leaves] = risk_and_leaves(prune(tree, points, alpha));
      EXPECT_EQ(leaves, best.second) << "seed " << seed << ", alpha " << alpha;
      EXPECT_NEAR(risk + alpha * static_cast<double>(leaves), best.first, rounding * best.first);
      ++compared;
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(CartPruning, TheTableSaysWhatPruningLeaves) {
  for (const std::size_t classes : {std::size_t{0}, std::size_t{3}}) {
    const Dataset data = classes > 0 ? steps_and_classes(500, 2, classes, 2) : steps_and_noise(500, 2, 2);
    const CartTree tree = grow(data, classes, {.min_split = 6, .min_bucket = 2});
    const std::vector<double> points = collapse_points(tree);
    const PruningTable table = pruning_table(tree, points, 0.5);
    ASSERT_GT(table.alpha.size(), 4);
    EXPECT_EQ(table.splits.front(), 0);
    EXPECT_EQ(table.alpha.back(), 0.5);
    for (std::size_t i = 0; i < table.alpha.size(); ++i) {
      const auto [risk, leaves] = risk_and_leaves(prune(tree, points, table.alpha[i]));
      EXPECT_EQ(leaves, table.splits[i] + 1);
      EXPECT_NEAR(risk, table.risk[i], rounding * tree.nodes[0].risk);
      if (i == 0) continue;
      EXPECT_LT(table.alpha[i], table.alpha[i - 1]);
      EXPECT_GT(table.splits[i], table.splits[i - 1]);
      // Up to the next alpha it is the same tree.
      const double below = std::nextafter(table.alpha[i - 1], 0.0);
      EXPECT_EQ(prune(tree, points, below).leaves(), leaves);
    }
  }
}

TEST(CartPruning, NoNodeOutlivesItsParent) {
  const CartTree tree = grow(steps_and_noise(2000, 2, 5), 0, {.min_split = 2, .min_bucket = 1});
  const std::vector<double> points = collapse_points(tree);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].is_leaf()) continue;
    EXPECT_LE(points[tree.nodes[i].left], points[i]);
    EXPECT_LE(points[tree.nodes[i].right], points[i]);
  }
}

}  // namespace
}  // namespace gaptv::testing
