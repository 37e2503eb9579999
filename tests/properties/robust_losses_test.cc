// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Whole fits with losses of single outcomes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <vector>

#include "gaptv/evaluate/evaluate.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "tests/oracles/gap_oracle.h"
#include "tests/oracles/random_outcomes.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

class RobustFit : public ::testing::TestWithParam<std::string> {
 protected:
  FitOptions options() const {
    FitOptions options = quick_options();
    options.loss = GetParam();
    return options;
  }
  bool is_quantile() const { return GetParam().starts_with("quantile"); }
};
std::string name_of_choice(const ::testing::TestParamInfo<std::string>& tested) {
  std::string name = tested.param;
  std::erase_if(name, [](char c) { return c == '=' || c == '.'; });
  return name;
}
INSTANTIATE_TEST_SUITE_P(Losses, RobustFit, ::testing::Values("huber", "huber=0.5", "quantile", "quantile=0.8"),
                         name_of_choice);

// Losses that are fitted in the middle of the outcomes, where outliers of both signs cancel.
class CentralFit : public RobustFit {};
INSTANTIATE_TEST_SUITE_P(Losses, CentralFit, ::testing::Values("huber", "huber=0.5", "quantile"), name_of_choice);

TEST_P(CentralFit, FindsTheStepsInSpiteOfOutliers) {
  Dataset data = plateau_data(2, 2000, 71);
  Random random(71, 1);
  for (double& y : data.outcome) {
    if (random.uniform() < 0.05) y = 1e4 * random.normal();
  }
  FitOptions robust = options();
  robust.bins = BinsRule::fixed;
  robust.fixed_bins = {12};
  const Model model = fit_certified(data, robust);
  const std::vector<double> prediction = predict(model, data.view());
  double error = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double truth = (data.features[0][row] > 0.3 ? 3.0 : 0.0) - (data.features[1][row] > 20 ? 2.0 : 0.0);
    error += std::abs(prediction[row] - truth);
  }
  EXPECT_LT(error / 2000, 0.5);
}

TEST_P(RobustFit, AWeightIsSoManyRows) {
  Dataset weighted = plateau_data(2, 150, 72);
  Random random(72);
  for (std::size_t row = 0; row < 150; ++row) weighted.weight.push_back(1 + static_cast<double>(random.below(4)));
  const Model one = fit_certified(weighted, options());
  const Model other = fit_certified(with_repeated_rows(weighted), options());
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-12);
  EXPECT_NEAR(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda,
              1e-12 * one.surfaces.front().record.lambda);
  EXPECT_EQ(one.record.loss_parameter, other.record.loss_parameter);
  EXPECT_NEAR(one.record.train_deviance, other.record.train_deviance, 1e-12 * one.record.train_deviance);
}

TEST_P(RobustFit, DoesNotDependOnTheOrderOfTheRowsNorOnTheThreads) {
  const Dataset data = plateau_data(2, 500, 73);
  const Model one = fit_certified(data, options());
  const Model other = fit_certified(reversed(data), options());
  EXPECT_EQ(bits_of(one.surfaces.front().beta), bits_of(other.surfaces.front().beta));
  EXPECT_EQ(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda);
  EXPECT_EQ(one.record.loss_parameter, other.record.loss_parameter);
  FitOptions threaded = options();
  threaded.threads = 3;
  expect_same_bits(one, fit_certified(data, threaded));
}

TEST_P(RobustFit, ParallelFitsAreTheSameOnEveryNumberOfThreads) {
  const Dataset data = plateau_data(1, 300, 74);
  FitOptions threaded = options();
  threaded.threads = 4;
  expect_same_bits(fit_certified(data, options()), fit_certified(data, threaded));
}

TEST_P(RobustFit, ShiftedAndScaledOutcomesShiftAndScaleTheFit) {
  const Dataset data = plateau_data(2, 400, 75);
  for (const double factor : {1.0, 1e-9, 3e40}) {
    const double shift = factor == 1.0 ? 1e6 : 0.0;
    Dataset mapped_data = data;
    for (double& y : mapped_data.outcome) y = factor * y + shift;
    FitOptions mapped_options = options();
    if (GetParam() == "huber=0.5") {
      mapped_options.own_loss = huber_loss(0.5 * factor);  // the same loss by the other door
    }
    const Model one = fit_without_folds(data, options());
    const Model other = fit_without_folds(mapped_data, mapped_options);
    ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
    // Outcomes near 1e6 are known to 1e-10.
    for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell) {
      EXPECT_NEAR(one.surfaces.front().beta[cell], (other.surfaces.front().beta[cell] - shift) / factor, 1e-8);
    }
    EXPECT_NEAR(one.surfaces.front().record.lambda * (is_quantile() ? 1 : factor), other.surfaces.front().record.lambda,
                1e-8 * other.surfaces.front().record.lambda);
    const double unit = is_quantile() ? factor : factor * factor;
    EXPECT_NEAR(one.record.train_deviance * unit, other.record.train_deviance, 1e-7 * other.record.train_deviance);
  }
}

TEST_P(RobustFit, WithoutAPenaltyIsTheBestValueOfEachCellAndWithAHugeOneOfAll) {
  const Dataset data = plateau_data(1, 200, 76);
  FitOptions fixed = options();
  fixed.bins = BinsRule::fixed;
  fixed.fixed_bins = {8};
  fixed.lambda = LambdaRule::fixed;
  fixed.fixed_lambda = 0;
  const Model free = fit_certified(data, fixed);
  fixed.fixed_lambda = 1e9;
  const Model constant = fit_certified(data, fixed);
  EXPECT_EQ(constant.surfaces.front().regions.size(), 1U);
  EXPECT_LT(free.record.train_deviance, constant.record.train_deviance);
  if (GetParam() != "quantile") return;
  std::vector<double> outcomes = data.outcome;
  std::ranges::sort(outcomes);
  EXPECT_NEAR(constant.surfaces.front().beta[0], (outcomes[99] + outcomes[100]) / 2, 1e-15);
  // Of 25 outcomes in a cell the median is one, to the last digit.
  for (const double value : free.surfaces.front().beta) EXPECT_TRUE(std::ranges::binary_search(outcomes, value));
}

TEST_P(RobustFit, EvaluatesItsOwnDeviance) {
  const Dataset data = plateau_data(2, 300, 77);
  const Model model = fit_certified(data, options());
  const Evaluation evaluation = evaluate(model, data.view());
  EXPECT_NEAR(evaluation.deviance, model.record.train_deviance, 1e-10 * evaluation.deviance);
  EXPECT_NEAR(evaluation.rmse, model.record.train_rmse, 1e-10);
}

TEST_P(RobustFit, IsReadBackFromItsFile) {
  const Model model = fit_certified(plateau_data(2, 200, 78), options());
  const std::string text = model_to_json(model);
  const Model read = model_from_json(text, "model.json");
  EXPECT_EQ(read.record.loss, model.record.loss);
  EXPECT_EQ(read.record.loss_parameter, model.record.loss_parameter);
  EXPECT_EQ(model_to_json(read), text);
}

TEST_P(RobustFit, IsRepeatedWithTheParameterThatItRecords) {
  const Dataset data = plateau_data(2, 200, 79);
  const Model model = fit_certified(data, options());
  FitOptions again = options();
  again.loss = "";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *model.record.loss_parameter).ptr;
  again.loss = model.record.loss + "=" + std::string(digits.data(), end);
  expect_same_bits(model, fit_certified(data, again));
}

TEST(QuantileFit, NegatedOutcomesSwapTheQuantiles) {
  const Dataset data = plateau_data(2, 400, 80);
  Dataset negated = data;
  for (double& y : negated.outcome) y = -y;
  FitOptions upper = quick_options();
  upper.loss = "quantile=0.75";
  FitOptions lower = quick_options();
  lower.loss = "quantile=0.25";
  const Model one = fit_without_folds(data, upper);
  const Model other = fit_without_folds(negated, lower);
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_EQ(one.surfaces.front().beta[cell], -other.surfaces.front().beta[cell]);
}

TEST(HuberFit, ChoosesDeltaByTheNoiseAndNotByTheStepsOrTheOutliers) {
  Dataset data = plateau_data(2, 2000, 81);
  FitOptions options = quick_options();
  options.loss = "huber";
  options.lambda = LambdaRule::fixed;
  options.fixed_lambda = 1;
  // The noise is standard normal; some cells straddle a step.
  EXPECT_NEAR(*fit_certified(data, options).record.loss_parameter, 1.345, 0.15);
  for (std::size_t row = 0; row < 100; ++row) data.outcome[row] = 1e9;
  EXPECT_NEAR(*fit_certified(data, options).record.loss_parameter, 1.345, 0.25);
  for (double& y : data.outcome) y = 7;
  EXPECT_EQ(fit_certified(data, options).surfaces.front().regions.size(), 1U);
}

TEST(HuberFit, IsTheSquaredLossForALargeDelta) {
  const Dataset data = plateau_data(2, 500, 82);
  FitOptions squared = quick_options();
  FitOptions huber = quick_options();
  huber.loss = "huber=1e6";
  const Model one = fit_certified(data, squared);
  const Model other = fit_certified(data, huber);
  EXPECT_NEAR(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda,
              1e-9 * one.surfaces.front().record.lambda);
  EXPECT_NEAR(one.surfaces.front().record.lambda_max, other.surfaces.front().record.lambda_max,
              1e-9 * one.surfaces.front().record.lambda_max);
  EXPECT_NEAR(one.record.train_deviance, other.record.train_deviance, 1e-9 * one.record.train_deviance);
  for (std::size_t i = 0; i < one.surfaces.front().record.cv.mean.size(); ++i) {
    EXPECT_NEAR(one.surfaces.front().record.cv.mean[i], other.surfaces.front().record.cv.mean[i],
                1e-8 * one.surfaces.front().record.cv.mean[i]);
  }
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-8);
}

TEST(OwnLoss, IsFittedAndEvaluatedLikeANamedOne) {
  const Dataset data = plateau_data(2, 400, 83);
  FitOptions options = quick_options();
  const auto loss = std::make_shared<LogCoshLoss>();
  options.own_loss = loss;
  const Model model = fit_certified(data, options);
  EXPECT_EQ(model.record.loss, "custom:log-cosh");
  EXPECT_GT(model.surfaces.front().regions.size(), 1U);
  EXPECT_TRUE(std::isnan(evaluate(model, data.view()).deviance));
  const Evaluation known = evaluate(model, data.view(), 1, loss.get());
  EXPECT_NEAR(known.deviance, model.record.train_deviance, 1e-10 * known.deviance);
  const Model read = model_from_json(model_to_json(model), "model.json");
  EXPECT_EQ(predict(read, data.view()), predict(model, data.view()));
}

TEST(OwnLoss, OfANamedKindGivesTheSameFit) {
  const Dataset data = plateau_data(2, 400, 84);
  FitOptions named = quick_options();
  named.loss = "quantile=0.3";
  FitOptions own = quick_options();
  own.own_loss = quantile_loss(0.3);
  expect_same_bits(fit_certified(data, named), fit_certified(data, own));
}

TEST(RobustGap, TheReferenceIsSeededAndTheCurveItselfIsThatOfTheOutcomes) {
  const Dataset data = plateau_data(2, 400, 85);
  FitOptions options = quick_options();
  options.lambda = LambdaRule::fixed;
  options.fixed_lambda = 1;
  const Model squared = fit_certified(data, options);
  options.loss = "quantile";
  const Model one = fit_certified(data, options);
  const Model two = fit_certified(data, options);
  options.seed = 1;
  const Model other = fit_certified(data, options);
  EXPECT_EQ(one.surfaces.front().record.gap.log_w, squared.surfaces.front().record.gap.log_w);
  EXPECT_EQ(one.surfaces.front().record.gap.gap, two.surfaces.front().record.gap.gap);
  EXPECT_NE(one.surfaces.front().record.gap.gap, other.surfaces.front().record.gap.gap);
  // log W of one cell is about log(2 variance); resampling 400 outcomes ten times tells it to a few percent.
  double mean = 0;
  double square = 0;
  for (const double y : data.outcome) mean += y / 400;
  for (const double y : data.outcome) square += (y - mean) * (y - mean) / 400;
  EXPECT_NEAR(one.surfaces.front().record.gap.gap[0] + one.surfaces.front().record.gap.log_w[0], std::log(2 * square),
              0.1);
}

}  // namespace
}  // namespace gaptv::testing
