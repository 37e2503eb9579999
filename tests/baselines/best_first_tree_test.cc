// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/baselines/cart/fit_cart.h"
#include "gaptv/baselines/cart/rows.h"
#include "gaptv/baselines/cart/tree.h"
#include "gaptv/evaluate/evaluate.h"
#include "tests/baselines/cart_data.h"

namespace gaptv::testing {
namespace {

CartTree grow_from(const Dataset& data, std::size_t classes, const CartLimits& limits) {
  Progress silent;
  return grow_tree(sort_rows(data.view(), classes, 1, silent), limits, 1, silent);
}

FitOptions with_leaves(std::size_t leaves, const std::string& loss) {
  FitOptions options = {.loss = loss};
  options.regions.rule = RegionsRule::at_most;
  options.regions.at_most = leaves;
  return options;
}

// Where a node is divided, and what that saves.
using Split = std::tuple<std::uint32_t, double, double>;

Split split_of(const CartNode& node) {
  return {node.feature, node.split, node.gain};
}

// The splits that a best-first tree makes, in their order, found in the tree that is grown as far as it goes: what a
// split saves does not depend on when it is made.
std::vector<Split> best_splits(const CartTree& whole, std::size_t most_leaves) {
  std::vector<std::size_t> leaves = {0};
  std::vector<Split> splits;
  while (splits.size() + 1 < most_leaves) {
    std::size_t best = leaves.size();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (whole.nodes[leaves[i]].is_leaf()) continue;
      if (best == leaves.size() || whole.nodes[leaves[i]].gain > whole.nodes[leaves[best]].gain) best = i;
    }
    if (best == leaves.size()) break;
    const CartNode& node = whole.nodes[leaves[best]];
    splits.push_back(split_of(node));
    leaves[best] = node.left;
    leaves.push_back(node.right);
  }
  return splits;
}

TEST(BestFirstTree, MakesTheSplitThatSavesMostNext) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const std::size_t classes = seed < 4 ? 0 : 3;
    const Dataset data =
        classes == 0 ? steps_and_noise(300, 1 + seed % 3, seed) : steps_and_classes(3000, 2, classes, seed);
    CartLimits limits = {.min_split = 10, .min_bucket = 3, .max_depth = 8};
    if (classes > 0) limits = {.min_split = 200, .min_bucket = 70};  // small leaves of classes have equally good splits
    const CartTree whole = grow_from(data, classes, limits);
    ASSERT_GT(whole.leaves(), 8U);
    for (const std::size_t leaves :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{8}, std::size_t{999}}) {
      limits.most_leaves = leaves;
      const CartTree tree = grow_from(data, classes, limits);
      EXPECT_EQ(tree.leaves(), std::min(leaves, whole.leaves()));
      std::vector<Split> found;
      for (const CartNode& node : tree.nodes) {
        if (!node.is_leaf()) found.push_back(split_of(node));
      }
      std::vector<Split> expected = best_splits(whole, leaves);
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(found, expected) << "seed " << seed << ", " << leaves << " leaves";
    }
  }
}

TEST(BestFirstTree, IsTheSameForAnyNumberOfThreads) {
  Progress silent;
  const Dataset data = steps_and_noise(200000, 2, 4);  // large enough for features side by side
  const CartLimits limits = {.most_leaves = 12};
  const CartTree one = grow_tree(sort_rows(data.view(), 0, 1, silent), limits, 1, silent);
  const CartTree four = grow_tree(sort_rows(data.view(), 0, 4, silent), limits, 4, silent);
  EXPECT_EQ(one.leaves(), 12U);
  EXPECT_EQ(one.values, four.values);
}

TEST(BestFirstTree, OfAModelHasAsManyLeavesAsWereAskedFor) {
  const Dataset data = steps_and_noise(500, 2, 7);
  double before = infinity;
  for (const std::size_t leaves : {std::size_t{1}, std::size_t{5}, std::size_t{20}}) {
    const Model model = fit_cart(data.view(), with_leaves(leaves, "gaussian"));
    EXPECT_EQ(model.surfaces.front().record.leaves, leaves);
    EXPECT_EQ(count_regions(model), leaves);
    const double rmse = evaluate(model, data.view()).rmse;
    EXPECT_LT(rmse, before);
    before = rmse;
  }
}

TEST(BestFirstTree, RefusesRulesAndPruningBesideANumberOfLeaves) {
  const Dataset data = steps_and_noise(100, 2, 7);
  FitOptions options = with_leaves(5, "gaussian");
  options.prune = PruneRule::minimum;
  EXPECT_THROW(fit_cart(data.view(), options), InvalidInput);
  options = {.loss = "gaussian"};
  options.regions.rule = RegionsRule::one_standard_error;
  EXPECT_THROW(fit_cart(data.view(), options), InvalidInput);
}

// A split of classes may leave the same one most frequent on both sides: pruning would take it back.
TEST(BestFirstTree, OfClassesCountsSplitsThatChangeNoPredictedClass) {
  Dataset data{.feature_names = {"x"}, .outcome_name = "y"};
  data.features.resize(1);
  for (int i = 0; i < 100; ++i) {
    data.features[0].push_back(i);
    data.outcome.push_back(i % (i < 50 ? 10 : 3) == 0 ? 1 : 0);  // 10 % and 34 %
  }
  const Model model = fit_cart(data.view(), with_leaves(2, "binomial"));
  EXPECT_EQ(model.surfaces.front().record.leaves, 2U);
}

}  // namespace
}  // namespace gaptv::testing
