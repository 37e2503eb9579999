// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"

namespace gaptv {
namespace {

// Sums of the same numbers in another order differ by rounding.
constexpr double comparison_rounding = 1e-12;

// A step in two features, with noise; all rows differ.
Dataset steps(std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.feature_names = {"x1", "x2"};
  data.outcome_name = "y";
  data.features.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x1 = random.uniform();
    const double x2 = random.uniform();
    data.features[0].push_back(x1);
    data.features[1].push_back(x2);
    data.outcome.push_back((x1 > 0.5 ? 3.0 : 0.0) + (x2 > 0.3 ? 1.0 : 0.0) + 0.3 * random.normal());
  }
  return data;
}

CompareOptions quick(std::vector<std::string> methods, std::size_t folds) {
  CompareOptions options;
  options.methods = std::move(methods);
  options.folds = folds;
  options.fit.bins_max = 8;
  options.fit.lambdas = 10;
  return options;
}

double mean_rmse(const MethodComparison& method) {
  return over_folds(method, [](const HeldOutFold& fold) { return fold.evaluation.rmse; }).mean;
}

TEST(Compare, EveryRowIsHeldOutOnceAndMethodsStandInTheOrderAskedFor) {
  const Dataset data = steps(103, 1);
  const Comparison result = compare(data.view(), quick({"cart", "gaptv"}, 4));
  ASSERT_EQ(result.methods.size(), 2U);
  EXPECT_EQ(result.methods[0].method, "cart");
  EXPECT_EQ(result.methods[1].method, "gaptv");
  EXPECT_EQ(result.observations, 103);
  EXPECT_EQ(result.loss, "gaussian");
  for (const MethodComparison& method : result.methods) {
    ASSERT_EQ(method.folds.size(), 4U);
    std::size_t rows = 0;
    for (const HeldOutFold& fold : method.folds) rows += fold.evaluation.rows;
    EXPECT_EQ(rows, 103U);
  }
}

// A model that had seen the row would predict it.
TEST(Compare, AHeldOutRowDoesNotInfluenceItsOwnPrediction) {
  Dataset data = steps(60, 2);
  const Comparison before = compare(data.view(), quick({"gaptv"}, 60 / 6));
  data.outcome[7] += 1000;
  // The content decides the fold, so the outlier may be in another one now; wherever it is, it is missed by nearly all
  // of its distance.
  const Comparison after = compare(data.view(), quick({"gaptv"}, 60 / 6));
  double largest = 0;
  for (const HeldOutFold& fold : after.methods[0].folds) largest = std::max(largest, fold.evaluation.max_error);
  EXPECT_GT(largest, 990);
  EXPECT_LT(mean_rmse(before.methods[0]), 2);
}

TEST(Compare, TheOrderOfTheRowsDoesNotMatter) {
  const Dataset data = steps(80, 3);
  Dataset reversed = data;
  std::reverse(reversed.outcome.begin(), reversed.outcome.end());
  for (auto& feature : reversed.features) std::reverse(feature.begin(), feature.end());
  // Those whose fits are exact: what an iterative method leaves undone may depend on the last digits of the sums.
  const CompareOptions options = quick({"gaptv", "cart", "cart-cv"}, 5);
  const Comparison one = compare(data.view(), options);
  const Comparison other = compare(reversed.view(), options);
  for (std::size_t i = 0; i < one.methods.size(); ++i) {
    EXPECT_NEAR(mean_rmse(one.methods[i]), mean_rmse(other.methods[i]), comparison_rounding) << one.methods[i].method;
    EXPECT_NEAR(aic(one.methods[i]), aic(other.methods[i]), 1e-9) << one.methods[i].method;
  }
}

TEST(Compare, AWeightIsAsManyRows) {
  Dataset weighted = steps(50, 4);
  Dataset repeated = weighted;
  Random random(5);
  for (std::size_t row = 0; row < 50; ++row) {
    const auto copies = static_cast<std::size_t>(1 + random.below(4));
    weighted.weight.push_back(static_cast<double>(copies));
    for (std::size_t copy = 1; copy < copies; ++copy) {
      for (auto& feature : repeated.features) feature.push_back(feature[row]);
      repeated.outcome.push_back(repeated.outcome[row]);
    }
  }
  const Comparison one = compare(weighted.view(), quick({"gaptv"}, 5));
  const Comparison other = compare(repeated.view(), quick({"gaptv"}, 5));
  EXPECT_EQ(one.observations, other.observations);
  for (std::size_t fold = 0; fold < 5; ++fold) {
    const HeldOutFold& here = one.methods[0].folds[fold];
    const HeldOutFold& there = other.methods[0].folds[fold];
    EXPECT_EQ(here.weight, there.weight);
    EXPECT_NEAR(here.evaluation.rmse, there.evaluation.rmse, comparison_rounding);
    EXPECT_EQ(here.evaluation.plateaus, there.evaluation.plateaus);
  }
}

TEST(Compare, TrialsAreDealtOutOneByOne) {
  Dataset data = steps(40, 6);
  for (std::size_t row = 0; row < 40; ++row) {
    data.weight.push_back(5);
    data.outcome[row] = data.features[0][row] > 0.5 ? 4 : 1;
  }
  CompareOptions options = quick({}, 4);
  options.fit.loss = "binomial";
  const Comparison result = compare(data.view(), options);
  EXPECT_EQ(result.observations, 200);
  double held_out = 0;
  for (const HeldOutFold& fold : result.methods[0].folds) held_out += fold.weight;
  EXPECT_EQ(held_out, 200);
  for (const MethodComparison& method : result.methods) {
    for (const HeldOutFold& fold : method.folds) ASSERT_TRUE(fold.evaluation.classification) << method.method;
  }
}

TEST(Compare, MethodsThatCannotFitTheLossAreLeftOutWithANote) {
  Dataset data = steps(60, 7);
  for (double& outcome : data.outcome) outcome = std::floor(std::abs(outcome));
  CompareOptions options = quick({}, 3);
  options.fit.loss = "poisson";
  const Comparison result = compare(data.view(), options);
  std::set<std::string> compared;
  for (const MethodComparison& method : result.methods) compared.insert(method.method);
  EXPECT_EQ(compared, std::set<std::string>{"gaptv"});
  ASSERT_EQ(result.notes.size(), 1U);
  EXPECT_NE(result.notes.front().find("cart"), std::string::npos) << result.notes.front();
}

TEST(Compare, ThreeClassesAreComparedByTheirProbabilities) {
  Dataset data = steps(90, 8);
  data.classes = {"a", "b", "c"};
  for (std::size_t row = 0; row < 90; ++row) data.outcome[row] = std::floor(3 * data.features[0][row]);
  const Comparison result = compare(data.view(), quick({"gaptv"}, 3));
  EXPECT_EQ(result.loss, one_vs_rest);
  // The classes are stretches of x1; whoever guesses is right in a third of the cases.
  for (const HeldOutFold& fold : result.methods[0].folds) EXPECT_GT(fold.evaluation.classification->accuracy, 0.6);
}

TEST(Compare, TakesEveryMethodIfNoneIsNamed) {
  const Dataset data = steps(40, 11);
  CompareOptions options = quick({}, 2);
  options.fit.lambdas = 2;
  const Comparison result = compare(data.view(), options);
  ASSERT_EQ(result.methods.size(), methods().size());
  for (std::size_t i = 0; i < methods().size(); ++i) EXPECT_EQ(result.methods[i].method, methods()[i].name);
  EXPECT_TRUE(result.notes.empty());
}

TEST(Compare, MeanAndStandardErrorAreThoseOfTheFolds) {
  MethodComparison method;
  for (const double value : {1.0, 2.0, 6.0}) {
    HeldOutFold fold;
    fold.evaluation.rmse = value;
    fold.evaluation.deviance = value;
    fold.evaluation.plateaus = 4;
    method.folds.push_back(fold);
  }
  const MeanAndError result = over_folds(method, [](const HeldOutFold& fold) { return fold.evaluation.rmse; });
  EXPECT_NEAR(result.mean, 3, comparison_rounding);
  EXPECT_NEAR(result.standard_error, std::sqrt(7.0 / 3), comparison_rounding);  // variance (4 + 1 + 9) / 2, of three
  EXPECT_NEAR(aic(method), 9 + 2 * 4, comparison_rounding);
}

TEST(Compare, RefusesWhatCannotBeCompared) {
  const Dataset data = steps(20, 9);
  const auto refusal = [&data](const CompareOptions& options) -> std::string {
    try {
      compare(data.view(), options);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(quick({"forest"}, 5)).find("'forest'"), std::string::npos);
  EXPECT_NE(refusal(quick({}, 1)).find("folds: give a number from 2"), std::string::npos);
  EXPECT_NE(refusal(quick({}, 21)).find("20 rows are fewer than the 21 folds"), std::string::npos);
  CompareOptions counts = quick({"gaptv", "cart"}, 4);
  counts.fit.loss = "huber=1";
  EXPECT_NE(refusal(counts).find("the method cart cannot fit the loss huber"), std::string::npos);
}

TEST(Compare, CanBeInterrupted) {
  class Stop : public Progress {
   public:
    bool should_stop() override { return true; }
  } stop;
  const Dataset data = steps(60, 10);
  EXPECT_THROW(compare(data.view(), quick({"gaptv"}, 3), &stop), Interrupted);
}

}  // namespace
}  // namespace gaptv
