// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/fold_assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/oracles/fold_oracle.h"
#include "tests/oracles/gap_oracle.h"

namespace gaptv::testing {
namespace {

// Differences of positions on the line of copies, which is a few thousand long here.
constexpr double rounding = 1e-11;

FoldAssignment assigned(const Dataset& data, std::size_t folds, std::uint64_t seed, std::size_t threads = 1) {
  Progress progress;
  return assign_folds(data.view(), {.folds = folds, .seed = seed, .threads = threads}, progress);
}

std::map<Content, std::vector<double>> fold_weights(const Dataset& data, const FoldAssignment& assignment) {
  std::map<Content, std::vector<double>> weights;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::vector<double>& in_fold = weights[content_of(data, row)];
    in_fold.resize(assignment.folds, 0.0);
    const double weight = data.weight.empty() ? 1.0 : data.weight[row];
    for (std::size_t fold = 0; fold < assignment.folds; ++fold) {
      in_fold[fold] += assignment.weight_in_fold(row, weight, fold);
    }
  }
  return weights;
}

void expect_equal(const std::map<Content, std::vector<double>>& a, const std::map<Content, std::vector<double>>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [content, weights] : a) {
    const auto other = b.find(content);
    ASSERT_NE(other, b.end());
    for (std::size_t fold = 0; fold < weights.size(); ++fold) {
      ASSERT_NEAR(weights[fold], other->second[fold], rounding) << "fold " << fold;
    }
  }
}

enum class Weights { none, whole, fractional };

// Few values, so that there are many copies; ten outcomes, which are discrete.
Dataset data_with_copies(std::size_t rows, Weights weights, Random& random) {
  Dataset data;
  data.weight_kind = weights == Weights::fractional ? WeightKind::precision : WeightKind::copies;
  data.features.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    data.features[0].push_back(static_cast<double>(random.below(5)));
    data.features[1].push_back(static_cast<double>(random.below(3)) * 0.1);
    data.outcome.push_back(static_cast<double>(random.below(10)) - 5);
    if (weights == Weights::whole) data.weight.push_back(1.0 + static_cast<double>(random.below(6)));
    if (weights == Weights::fractional) data.weight.push_back(0.01 + 3 * random.uniform());
  }
  return data;
}

Dataset shuffled(const Dataset& data, Random& random) {
  std::vector<std::size_t> order(data.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  Dataset result = data;
  for (std::size_t row = 0; row < order.size(); ++row) {
    for (std::size_t j = 0; j < data.features.size(); ++j) result.features[j][row] = data.features[j][order[row]];
    result.outcome[row] = data.outcome[order[row]];
    if (!data.weight.empty()) result.weight[row] = data.weight[order[row]];
  }
  return result;
}

TEST(FoldAssignment, IsThatOfTheDefinitionCopyByCopy) {
  Random random(131);
  for (const Weights weights : {Weights::none, Weights::whole, Weights::fractional}) {
    for (const std::size_t folds : {2U, 5U, 7U, 20U}) {
      const Dataset data = data_with_copies(2000, weights, random);
      expect_equal(fold_weights(data, assigned(data, folds, 3)), fold_weights_by_copies(data, folds, 3));
    }
  }
}

TEST(FoldAssignment, OfRowsWithoutCopiesIsTheirHash) {
  Random random(132);
  Dataset data;
  data.features.resize(1);
  for (int row = 0; row < 5000; ++row) {
    data.features[0].push_back(random.normal());
    data.outcome.push_back(random.normal());
  }
  const FoldAssignment assignment = assigned(data, 5, 77);
  const std::vector<int> scales = fold_scales_of(data);
  EXPECT_EQ(assignment.scales, scales);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    ASSERT_EQ(assignment.fold[row], first_fold_of(content_of(data, row), scales, 5, 77));
  }
}

TEST(FoldAssignment, OfAppendedRowsIsThatOfTheRowsBefore) {
  Random random(142);
  Dataset data;
  data.features.resize(1);
  for (int row = 0; row < 1000; ++row) {
    data.features[0].push_back(random.normal());
    data.outcome.push_back(random.normal());
  }
  Dataset longer = data;
  longer.features[0].push_back(1e9);  // moves the scale of the column
  longer.outcome.push_back(0);
  const FoldAssignment before = assigned(data, 5, 0);
  Progress progress;
  const FoldAssignment after =
      assign_folds(longer.view(), {.folds = 5, .seed = 0, .threads = 1, .scales = before.scales}, progress);
  EXPECT_EQ(after.scales, before.scales);
  EXPECT_TRUE(std::equal(before.fold.begin(), before.fold.end(), after.fold.begin()));
  EXPECT_NE(assigned(longer, 5, 0).scales, before.scales);
}

TEST(FoldAssignment, DoesNotDependOnTheOrderOfTheRows) {
  Random random(133);
  for (const Weights weights : {Weights::none, Weights::whole, Weights::fractional}) {
    const Dataset data = data_with_copies(3000, weights, random);
    const Dataset other = shuffled(data, random);
    const FoldAssignment one = assigned(data, 5, 3);
    const FoldAssignment two = assigned(other, 5, 3);
    expect_equal(fold_weights(data, one), fold_weights(other, two));
    EXPECT_EQ(one.content_hash, two.content_hash);
  }
}

TEST(FoldAssignment, AWeightIsSoManyCopies) {
  Random random(134);
  const Dataset data = data_with_copies(1000, Weights::whole, random);
  const Dataset repeated = with_repeated_rows(data);
  expect_equal(fold_weights(data, assigned(data, 5, 3)), fold_weights(repeated, assigned(repeated, 5, 3)));
}

TEST(FoldAssignment, AHugeWeightIsSplitEvenlyWithoutALoop) {
  Dataset data;
  data.features = {{1.5, 2.5}};
  data.outcome = {1, 2};
  data.weight = {1e6, 4e15};  // a loop over these copies would not end
  const FoldAssignment assignment = assigned(data, 5, 0);
  for (std::size_t fold = 0; fold < 5; ++fold) {
    EXPECT_EQ(assignment.weight_in_fold(0, 1e6, fold), 2e5);
    EXPECT_EQ(assignment.weight_in_fold(1, 4e15, fold), 8e14);
  }
}

TEST(FoldAssignment, ARowWhoseWeightCountsNoCopiesStaysWhole) {
  Dataset data;
  data.features = {{1.5, 1.5, 1.5}};
  data.outcome = {1, 1, 1};
  data.weight = {3.75, 0.5, 2};
  data.weight_kind = WeightKind::precision;
  const FoldAssignment assignment = assigned(data, 5, 0);
  const std::size_t first = first_fold_of({1.5, 1}, fold_scales_of(data), 5, 0);
  EXPECT_EQ(assignment.weight_in_fold(1, 0.5, first), 0.5);  // the lightest is the first copy
  EXPECT_EQ(assignment.weight_in_fold(2, 2, (first + 1) % 5), 2);
  EXPECT_EQ(assignment.weight_in_fold(0, 3.75, (first + 2) % 5), 3.75);
}

// Of each row and its copies, in how many folds they are.
std::size_t most_folds_of_a_content(const Dataset& data, const FoldAssignment& assignment) {
  std::size_t most = 0;
  for (const auto& [content, in_fold] : fold_weights(data, assignment)) {
    most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(in_fold, [](double w) { return w > 0; })));
  }
  return most;
}

Dataset continuous_data(std::size_t rows, Random& random) {
  Dataset data;
  data.features.resize(1);
  for (std::size_t row = 0; row < rows; ++row) {
    data.features[0].push_back(random.uniform());
    data.outcome.push_back(random.normal());
  }
  return data;
}

TEST(FoldAssignment, CopiesOfAContinuousOutcomeStayTogether) {
  Random random(140);
  Dataset data = continuous_data(500, random);
  data.weight.assign(500, 3.0);
  const Dataset repeated = with_repeated_rows(data);
  const FoldAssignment of_weights = assigned(data, 5, 3);
  const FoldAssignment of_rows = assigned(repeated, 5, 3);
  EXPECT_EQ(most_folds_of_a_content(data, of_weights), 1U);
  expect_equal(fold_weights(data, of_weights), fold_weights(repeated, of_rows));
  EXPECT_EQ(of_weights.content_hash, of_rows.content_hash);
}

TEST(FoldAssignment, LabelsAndCountsAreObservationsHoweverManyThereAre) {
  Random random(141);
  const Dataset once = continuous_data(500, random);
  Dataset data = once;
  data.weight.assign(500, 3.0);
  Progress progress;
  const FoldAssignment assignment =
      assign_folds(data.view(), {.folds = 5, .seed = 3, .is_discrete = true, .threads = 1}, progress);
  EXPECT_EQ(most_folds_of_a_content(data, assignment), 3U);
}

// sqrt(400 distinct rows) = 20 values, each often.
TEST(FoldAssignment, AnOutcomeIsDiscreteUpToTheRootOfTheDistinctRows) {
  for (const std::size_t values : {20U, 21U}) {
    Dataset data;
    data.features.resize(1);
    for (std::size_t row = 0; row < 800; ++row) {
      data.features[0].push_back(static_cast<double>(row / 2));
      data.outcome.push_back(static_cast<double>(row / 2 % values));
    }
    EXPECT_EQ(most_folds_of_a_content(data, assigned(data, 5, 3)), values == 20 ? 2U : 1U);
  }
}

TEST(FoldAssignment, IdenticalRowsSpreadEvenly) {
  Dataset data;
  data.features = {std::vector<double>(1003, 2.0)};
  data.outcome.assign(1003, 7.0);
  std::vector<std::size_t> count(5, 0);
  const FoldAssignment assignment = assigned(data, 5, 0);
  for (const std::uint16_t fold : assignment.fold) ++count[fold];
  std::sort(count.begin(), count.end());
  EXPECT_EQ(count, (std::vector<std::size_t>{200, 200, 201, 201, 201}));
}

TEST(FoldAssignment, ZeroAndMinusZeroAreCopies) {
  Dataset data;
  data.features = {{0.0, -0.0, 0.0, -0.0}};
  data.outcome = {-0.0, 0.0, 0.0, -0.0};
  const FoldAssignment assignment = assigned(data, 4, 0);
  std::vector<std::uint16_t> folds(assignment.fold.begin(), assignment.fold.end());
  std::sort(folds.begin(), folds.end());
  EXPECT_EQ(folds, (std::vector<std::uint16_t>{0, 1, 2, 3}));
}

TEST(FoldAssignment, DependsOnTheSeedButTheContentHashDoesNot) {
  Random random(135);
  const Dataset data = data_with_copies(500, Weights::none, random);
  const FoldAssignment one = assigned(data, 5, 1);
  const FoldAssignment two = assigned(data, 5, 2);
  EXPECT_NE(one.fold, two.fold);
  EXPECT_EQ(one.content_hash, two.content_hash);
}

TEST(FoldAssignment, ContentHashSeesEveryValueAndEveryWeight) {
  Random random(136);
  const Dataset data = data_with_copies(100, Weights::whole, random);
  const std::uint64_t hash = assigned(data, 5, 1).content_hash;
  Dataset changed = data;
  changed.features[1][50] += 1;
  EXPECT_NE(assigned(changed, 5, 1).content_hash, hash);
  changed = data;
  changed.outcome[50] += 1;
  EXPECT_NE(assigned(changed, 5, 1).content_hash, hash);
  changed = data;
  changed.weight[50] += 1;
  EXPECT_NE(assigned(changed, 5, 1).content_hash, hash);
}

TEST(FoldAssignment, OneFoldHoldsAllRows) {
  Random random(137);
  for (const Weights weights : {Weights::none, Weights::fractional}) {
    const Dataset data = data_with_copies(100, weights, random);
    for (const auto& [content, in_fold] : fold_weights(data, assigned(data, 1, 0))) EXPECT_EQ(in_fold.size(), 1U);
    const FoldAssignment assignment = assigned(data, 1, 0);
    for (std::size_t row = 0; row < 100; ++row) {
      EXPECT_EQ(assignment.fold[row], 0);
      if (weights == Weights::fractional) {
        EXPECT_DOUBLE_EQ(assignment.weight_in_fold(row, data.weight[row], 0), data.weight[row]);
      }
    }
  }
}

TEST(FoldAssignment, FoldsHaveAboutTheSameSize) {
  Random random(138);
  Dataset data;
  data.features.resize(1);
  for (int row = 0; row < 50000; ++row) {
    data.features[0].push_back(static_cast<double>(row));
    data.outcome.push_back(random.normal());
  }
  std::vector<double> count(5, 0);
  for (const std::uint16_t fold : assigned(data, 5, 0).fold) ++count[fold];
  const double five_sigma = 5 * std::sqrt(50000 * 0.2 * 0.8);
  for (const double rows : count) EXPECT_NEAR(rows, 10000, five_sigma);
}

TEST(FoldAssignment, SpreadsCopiesTheSameOnEveryNumberOfThreads) {
  Random random(139);
  for (const Weights weights : {Weights::none, Weights::whole}) {
    const Dataset data = data_with_copies(200000, weights, random);
    const FoldAssignment one = assigned(data, 5, 3, 1);
    for (const std::size_t threads : {2U, 7U}) {
      const FoldAssignment several = assigned(data, 5, 3, threads);
      EXPECT_EQ(several.fold, one.fold);
      EXPECT_EQ(several.position, one.position);
      EXPECT_EQ(several.content_hash, one.content_hash);
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
