// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/baselines/cart/fit_cart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "tests/baselines/cart_data.h"

namespace gaptv::testing {
namespace {

// Sums of the same numbers in another order.
constexpr double model_rounding = 1e-10;

FitOptions as_grown(double cp = 0.01) {
  FitOptions options;
  options.cp = cp;
  return options;
}

FitOptions pruned(PruneRule rule) {
  FitOptions options;
  options.prune = rule;
  options.cp = 0;
  return options;
}

Model cart(const Dataset& data, const FitOptions& options = {}) {
  return fit_cart(data.view(), options);
}

Model cart_cv(const Dataset& data, const FitOptions& options = {}) {
  return fit_cart_cv(data.view(), options);
}

Dataset shuffled(const Dataset& data) {
  std::vector<std::size_t> order(data.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [](std::size_t row) { return mix64(row); });
  Dataset other = data;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < data.features.size(); ++j) other.features[j][i] = data.features[j][order[i]];
    other.outcome[i] = data.outcome[order[i]];
    if (!data.weight.empty()) other.weight[i] = data.weight[order[i]];
  }
  return other;
}

void expect_same_edges(const Model& a, const Model& b) {
  ASSERT_EQ(a.surfaces.front().grid.axes.size(), b.surfaces.front().grid.axes.size());
  for (std::size_t j = 0; j < a.surfaces.front().grid.axes.size(); ++j)
    EXPECT_EQ(a.surfaces.front().grid.axes[j].edges, b.surfaces.front().grid.axes[j].edges);
}

TEST(FitCart, DoesNotDependOnTheOrderOfTheRows) {
  Dataset data = steps_and_noise(500, 2, 1);
  for (double& x : data.features[0]) x = std::round(x * 20);
  for (double& y : data.outcome) y = std::round(y * 3);  // ties wherever there can be some
  for (const FitOptions& options : {as_grown(0.001), pruned(PruneRule::minimum)}) {
    const Model one = cart(data, options);
    const Model other = cart(shuffled(data), options);
    expect_same_edges(one, other);
    EXPECT_EQ(one.surfaces.front().beta, other.surfaces.front().beta);
    EXPECT_EQ(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda);
    EXPECT_EQ(one.surfaces.front().record.input_hash, other.surfaces.front().record.input_hash);
  }
}

TEST(FitCart, ShiftScaleAndNegationOfTheOutcomeMoveTheValuesOnly) {
  const Dataset data = steps_and_noise(400, 2, 2);
  const Model plain = cart(data);
  ASSERT_GT(plain.surfaces.front().record.leaves, 3);
  for (const auto& [factor, shift] : std::map<double, double>{{1, 100}, {-1, 0}, {8, -3}, {1e-120, 0}, {3, 1e9}}) {
    Dataset moved = data;
    for (double& y : moved.outcome) y = y * factor + shift;
    const Model model = cart(moved);
    expect_same_edges(plain, model);
    const double size = std::abs(shift) + std::abs(factor);
    for (std::size_t cell = 0; cell < model.surfaces.front().beta.size(); ++cell) {
      EXPECT_NEAR(model.surfaces.front().beta[cell], plain.surfaces.front().beta[cell] * factor + shift,
                  model_rounding * size);
    }
  }
}

TEST(FitCart, MonotoneFeaturesKeepThePartition) {
  const Dataset data = steps_and_noise(400, 2, 3);
  Dataset other = data;
  for (double& x : other.features[0]) x = std::exp(5 * x);
  for (double& x : other.features[1]) x = x * x * x;
  const std::vector<double> one = predict(cart(data), data.view());
  const std::vector<double> two = predict(cart(other), other.view());
  EXPECT_EQ(one, two);
}

TEST(FitCart, AWeightIsThatManyCopiesIfLeavesMayHaveOneRow) {
  // One feature: with two, a node of two rows can be split along either, and rounding would decide.
  Dataset weighted = steps_and_noise(200, 1, 4);
  Dataset repeated = weighted;
  for (std::vector<double>& feature : repeated.features) feature.clear();
  repeated.outcome.clear();
  for (std::size_t row = 0; row < weighted.rows(); ++row) {
    const std::size_t copies = 1 + row % 3;
    weighted.weight.push_back(static_cast<double>(copies));
    for (std::size_t k = 0; k < copies; ++k) {
      repeated.features[0].push_back(weighted.features[0][row]);
      repeated.outcome.push_back(weighted.outcome[row]);
    }
  }
  const Model a = cart_cv(weighted);
  const Model b = cart_cv(repeated);
  expect_same_edges(a, b);
  ASSERT_EQ(a.surfaces.front().beta.size(), b.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < a.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(a.surfaces.front().beta[cell], b.surfaces.front().beta[cell], model_rounding);
  ASSERT_EQ(a.surfaces.front().record.cv.mean.size(), b.surfaces.front().record.cv.mean.size());
  for (std::size_t i = 0; i < a.surfaces.front().record.cv.mean.size(); ++i) {
    EXPECT_NEAR(a.surfaces.front().record.cv.mean[i], b.surfaces.front().record.cv.mean[i], model_rounding);
    EXPECT_NEAR(a.surfaces.front().record.cv.standard_error[i], b.surfaces.front().record.cv.standard_error[i],
                model_rounding);
  }
}

TEST(FitCart, EveryCellHasTheMeanOfTheRowsOfItsLeaf) {
  const Dataset data = steps_and_noise(600, 3, 5);
  const Model model = cart(data);
  std::map<double, std::pair<double, double>> sums;  // by predicted value
  const std::vector<double> predicted = predict(model, data.view());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    sums[predicted[row]].first += data.outcome[row];
    sums[predicted[row]].second += 1;
  }
  EXPECT_EQ(sums.size(), *model.surfaces.front().record.leaves);
  for (const auto& [value, sum] : sums) {
    EXPECT_NEAR(value, sum.first / sum.second, model_rounding);
    EXPECT_GE(sum.second, 7);
  }
}

TEST(FitCart, TheRecordSaysWhatWasDone) {
  const Dataset data = steps_and_noise(500, 2, 6);
  const Model model = cart(data);
  const FitRecord& record = model.record;
  const SurfaceRecord& of_tree = model.surfaces.front().record;
  double root_risk = 0;
  double mean = 0;
  for (const double y : data.outcome) mean += y / 500;
  for (const double y : data.outcome) root_risk += (y - mean) * (y - mean);
  EXPECT_EQ(record.method, "cart");
  EXPECT_EQ(record.loss, "gaussian");
  EXPECT_EQ(record.bins_rule, "splits");
  EXPECT_EQ(record.lambda_rule, "cp");
  EXPECT_NEAR(of_tree.lambda, 0.01 * root_risk, model_rounding * root_risk);
  EXPECT_GT(of_tree.lambda_max, of_tree.lambda);
  EXPECT_NEAR(of_tree.certificate.objective,
              record.train_deviance + of_tree.lambda * static_cast<double>(*of_tree.leaves),
              model_rounding * root_risk);
  EXPECT_TRUE(std::isnan(of_tree.certificate.relative_gap));
  EXPECT_TRUE(std::isnan(of_tree.certificate.max_violation));
  EXPECT_TRUE(of_tree.cv.lambdas.empty());
  EXPECT_EQ(record.folds, 0);
  // At lambda_max there is one leaf, just below it there is not.
  EXPECT_EQ(cart(data, as_grown(of_tree.lambda_max / root_risk * (1 + 1e-9))).surfaces.front().record.leaves, 1);
  EXPECT_GT(cart(data, as_grown(of_tree.lambda_max / root_risk * (1 - 1e-9))).surfaces.front().record.leaves, 1);
}

TEST(FitCart, PruningTakesTheTreeThatItsTableSays) {
  const Dataset data = steps_and_noise(800, 2, 7);
  const Model least = cart(data, pruned(PruneRule::minimum));
  const Model one_se = cart(data, pruned(PruneRule::one_standard_error));
  const CrossValidation& cv = least.surfaces.front().record.cv;
  EXPECT_EQ(least.record.folds, 10);
  EXPECT_EQ(least.record.lambda_rule, "min");
  EXPECT_EQ(one_se.record.lambda_rule, "1se");
  ASSERT_GT(cv.mean.size(), 5);
  const auto best = static_cast<std::size_t>(std::ranges::min_element(cv.mean) - cv.mean.begin());
  EXPECT_EQ(least.surfaces.front().record.lambda, cv.lambdas[best]);
  std::size_t first = 0;
  while (cv.mean[first] > cv.mean[best] + cv.standard_error[best]) ++first;
  EXPECT_LT(first, best);
  EXPECT_EQ(one_se.surfaces.front().record.lambda, cv.lambdas[first]);
  EXPECT_LT(one_se.surfaces.front().record.leaves, least.surfaces.front().record.leaves);
  EXPECT_LT(least.surfaces.front().record.leaves, cart(data, as_grown(0)).surfaces.front().record.leaves);
}

TEST(FitCart, TheModelFileKeepsATree) {
  const Model model = cart(steps_and_noise(300, 2, 8), pruned(PruneRule::minimum));
  const std::string text = model_to_json(model);
  const Model read = model_from_json(text, "a test");
  EXPECT_EQ(model_to_json(read), text);
  EXPECT_EQ(read.surfaces.front().record.leaves, model.surfaces.front().record.leaves);
  EXPECT_TRUE(std::isnan(read.surfaces.front().record.certificate.relative_gap));
}

TEST(FitCart, OfTwoClassesPredictsTheSharesInTheLeaves) {
  const Dataset data = steps_and_classes(800, 2, 2, 9);
  const Model model = cart(data);
  EXPECT_EQ(model.record.loss, "binomial");
  const std::vector<double> predicted = predict(model, data.view());
  std::map<double, std::pair<double, double>> sums;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    sums[predicted[row]].first += data.outcome[row];
    sums[predicted[row]].second += 1;
  }
  ASSERT_GT(sums.size(), 2);
  for (const auto& [value, sum] : sums) {
    // Never 0 or 1: half an observation among all stays open.
    const double nearest = 1.0 / (2 * 801);
    EXPECT_NEAR(value, std::clamp(sum.first / sum.second, nearest, 1 - nearest), model_rounding);
  }
}

TEST(FitCart, SuccessesAmongTrialsAreRowsWithWeights) {
  Dataset trials = steps_and_noise(120, 1, 10);
  Dataset single = trials;
  single.features[0].clear();
  single.outcome.clear();
  for (std::size_t row = 0; row < trials.rows(); ++row) {
    const double successes = std::floor(std::clamp(trials.outcome[row], 0.0, 3.0));
    trials.outcome[row] = successes;
    trials.weight.push_back(3);
    for (const double outcome : {1.0, 0.0}) {
      const double weight = outcome == 1 ? successes : 3 - successes;
      if (weight == 0) continue;
      single.features[0].push_back(trials.features[0][row]);
      single.outcome.push_back(outcome);
      single.weight.push_back(weight);
    }
  }
  FitOptions options;
  options.loss = "binomial";
  const Model a = cart(trials, options);
  const Model b = cart(single, options);
  expect_same_edges(a, b);
  EXPECT_EQ(a.surfaces.front().beta, b.surfaces.front().beta);
  EXPECT_GT(a.surfaces.front().record.leaves, 1);
}

TEST(FitCart, OfThreeClassesIsOneTreeWithAModelForEach) {
  Dataset data = steps_and_classes(900, 2, 3, 11);
  data.classes = {"a", "b", "c"};
  const Model model = fit_cart(data.view());
  ASSERT_EQ(model.surfaces.size(), 3);
  EXPECT_EQ(model.surfaces[0].grid.axes[0].edges, model.surfaces[1].grid.axes[0].edges);
  EXPECT_GT(model.surfaces[0].record.leaves, 2);
  const std::vector<std::vector<double>> shares = predict_by_surface(model, data.view());
  // Rows of one leaf have the same shares; these are the shares of the classes among them, but for what is kept inside
  // 0 and 1.
  std::map<std::vector<double>, std::vector<double>> counts;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::vector<double>& count = counts[{shares[0][row], shares[1][row], shares[2][row]}];
    count.resize(3);
    ++count[static_cast<std::size_t>(data.outcome[row])];
  }
  for (const auto& [share, count] : counts) {
    const double all = count[0] + count[1] + count[2];
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(share[k], count[k] / all, 2.0 / 901);
  }
}

TEST(FitCart, FewRowsAndConstantColumnsAreOneLeaf) {
  Dataset few = steps_and_noise(5, 2, 12);
  EXPECT_EQ(cart(few).surfaces.front().record.leaves, 1);
  EXPECT_EQ(cart(few).surfaces.front().record.lambda_max, cart(few).surfaces.front().record.lambda);
  Dataset flat = steps_and_noise(100, 1, 12);
  flat.features[0].assign(100, 1.0);
  EXPECT_EQ(cart_cv(flat).surfaces.front().record.leaves, 1);
  Dataset same = steps_and_noise(100, 1, 12);
  same.outcome.assign(100, 0.1);
  EXPECT_EQ(cart_cv(same).surfaces.front().beta, std::vector<double>{0.1});
}

void expect_refused(const Dataset& data, const FitOptions& options, const std::string& part) {
  try {
    fit_cart(data.view(), options);
    ADD_FAILURE() << "accepted; expected: " << part;
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(FitCart, RefusesWhatItCannotFitWithARemedy) {
  Dataset data = steps_and_noise(100, 2, 13);
  FitOptions options;
  for (const char* loss : {"poisson", "huber", "quantile=0.9"}) {
    options.loss = loss;
    expect_refused(data, options, "`method=gaptv`");
  }
  options = {};
  options.cp = -1;
  expect_refused(data, options, "cp");
  options = {};
  options.min_bucket = 0;
  expect_refused(data, options, "min_bucket");
  options = {};
  options.max_depth = 31;
  expect_refused(data, options, "max_depth");
  options = {};
  options.prune = PruneRule::minimum;
  options.folds = 101;
  expect_refused(data, options, "folds");
  data.exposure.assign(100, 1.0);
  expect_refused(data, {}, "exposure");
  data.exposure.clear();
  data.outcome[3] = std::nan("");
  expect_refused(data, {}, "`row=3`");
}

TEST(FitCart, RefusesATreeWhoseGridIsTooLarge) {
  const Dataset data = steps_and_noise(3000, 3, 14);
  FitOptions options = as_grown(0);
  options.min_split = 2;
  options.min_bucket = 1;
  expect_refused(data, options, "`max_depth`");
}

class StopAtOnce : public Progress {
 public:
  bool should_stop() override { return true; }
};

TEST(FitCart, CanBeInterrupted) {
  StopAtOnce stop;
  EXPECT_THROW(fit_cart(steps_and_noise(100, 2, 15).view(), {}, &stop), Interrupted);
}

}  // namespace
}  // namespace gaptv::testing
