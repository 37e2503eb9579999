// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Whole fits of classes and counts.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/evaluate/evaluate.h"
#include "gaptv/model/predict.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

double true_probability(double x1, double x2) {
  return x1 > 0.3 ? (x2 > 20 ? 0.9 : 0.5) : 0.15;
}

// Outcomes 0 and 1 with known probabilities on the features of plateau_data.
Dataset classes(std::size_t rows, std::uint64_t seed) {
  Dataset data = plateau_data(2, rows, seed);
  Random random(seed, 1);
  for (std::size_t row = 0; row < rows; ++row) {
    const double p = true_probability(data.features[0][row], data.features[1][row]);
    data.outcome[row] = random.uniform() < p ? 1 : 0;
  }
  return data;
}

// Counts whose rate jumps, with exposures from 0.5 to 3.
Dataset counts(std::size_t rows, std::uint64_t seed) {
  Dataset data = plateau_data(2, rows, seed);
  data.exposure_name = "hours";
  Random random(seed, 2);
  for (std::size_t row = 0; row < rows; ++row) {
    data.exposure.push_back(0.5 + static_cast<double>(random.below(6)) / 2);
    const double mean = data.exposure[row] * (data.features[0][row] > 0.3 ? 4.0 : 0.5);
    double count = 0;
    for (double level = std::exp(-mean), left = random.uniform(); left > level; level *= mean / count) {
      left -= level;
      ++count;
    }
    data.outcome[row] = count;
  }
  return data;
}

TEST(BinomialFit, FindsTheProbabilities) {
  const Dataset data = classes(4000, 11);
  const Model model = fit_certified(data, quick_options());
  EXPECT_EQ(model.record.loss, "binomial");
  const std::vector<double> prediction = predict(model, data.view());
  const std::vector<double> link = predict(model, data.view(), PredictionType::link);
  double error = 0;
  double error_of_one_value = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double p = true_probability(data.features[0][row], data.features[1][row]);
    error += (prediction[row] - p) * (prediction[row] - p);
    error_of_one_value += (0.3 - p) * (0.3 - p);
    ASSERT_GT(prediction[row], 0);
    ASSERT_LT(prediction[row], 1);
    ASSERT_NEAR(link[row], std::log(prediction[row] / (1 - prediction[row])), 1e-9);
  }
  EXPECT_LT(error, 0.1 * error_of_one_value);
}

TEST(BinomialFit, AWeightIsSoManyRowsAndTrialsAreSoManyOutcomes) {
  Dataset trials;
  trials.outcome_name = "y";
  trials.feature_names = {"x"};
  trials.features.resize(1);
  Dataset rows = trials;
  Random random(12);
  for (int i = 0; i < 60; ++i) {
    const double x = random.normal();
    const double n = 2 + static_cast<double>(random.below(5));
    const double successes = static_cast<double>(random.below(static_cast<std::uint64_t>(n) + 1));
    trials.features[0].push_back(x);
    trials.outcome.push_back(successes);
    trials.weight.push_back(n);
    for (double k = 0; k < n; ++k) {
      rows.features[0].push_back(x);
      rows.outcome.push_back(k < successes ? 1 : 0);
    }
  }
  FitOptions options = quick_options();
  options.loss = "binomial";
  const Model one = fit_certified(trials, options);
  const Model other = fit_certified(rows, options);
  ASSERT_EQ(one.beta.size(), other.beta.size());
  EXPECT_EQ(one.record.lambda_max, other.record.lambda_max);
  for (std::size_t cell = 0; cell < one.beta.size(); ++cell) EXPECT_NEAR(one.beta[cell], other.beta[cell], 1e-9);
  EXPECT_NEAR(one.record.train_deviance, other.record.train_deviance, 1e-9 * one.record.train_deviance);
  EXPECT_EQ(one.record.rows, 60U);
}

TEST(BinomialFit, ExchangingTheClassesExchangesTheProbabilities) {
  const Dataset data = classes(800, 13);
  Dataset exchanged = data;
  for (double& y : exchanged.outcome) y = 1 - y;
  const Model one = fit_without_folds(data, quick_options());
  const Model other = fit_without_folds(exchanged, quick_options());
  ASSERT_EQ(one.beta.size(), other.beta.size());
  for (std::size_t cell = 0; cell < one.beta.size(); ++cell) EXPECT_NEAR(one.beta[cell], -other.beta[cell], 1e-9);
}

TEST(BinomialFit, PureRegionsStayInsideZeroAndOne) {
  Dataset data = classes(300, 14);
  for (std::size_t row = 0; row < data.rows(); ++row) data.outcome[row] = data.features[0][row] > 0 ? 1 : 0;
  for (const double lambda : {0.0, 1e-9, 1.0, 1e9}) {
    FitOptions options = quick_options();
    options.lambda = LambdaRule::fixed;
    options.fixed_lambda = lambda;
    const Model model = fit_certified(data, options);
    const double least = 0.5 / (300 + 1);
    for (const double value : fitted_values(model)) {
      EXPECT_GE(value, least * (1 - 1e-12));
      EXPECT_LE(value, 1 - least * (1 - 1e-12));
    }
    EXPECT_TRUE(std::isfinite(model.record.train_deviance));
    EXPECT_TRUE(std::isfinite(evaluate(model, data.view()).classification->log_loss));
  }
}

TEST(BinomialFit, OfOneClassAloneIsOneRegion) {
  Dataset data = classes(50, 15);
  for (double& y : data.outcome) y = 1;
  FitOptions options = quick_options();
  options.loss = "binomial";
  const Model model = fit_certified(data, options);
  EXPECT_EQ(model.plateaus.size(), 1U);
  EXPECT_NEAR(model.plateaus[0].value, 1 - 0.5 / 51, 1e-12);
}

TEST(PoissonFit, FindsTheRates) {
  const Dataset data = counts(4000, 21);
  const Model model = fit_certified(data, quick_options());
  EXPECT_EQ(model.record.loss, "poisson");
  EXPECT_EQ(model.record.exposure, "hours");
  const std::vector<double> prediction = predict(model, data.view());
  double error = 0;
  double error_of_one_value = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double rate = data.features[0][row] > 0.3 ? 4.0 : 0.5;
    error += (prediction[row] - rate) * (prediction[row] - rate);
    error_of_one_value += (1.8 - rate) * (1.8 - rate);
  }
  EXPECT_LT(error, 0.1 * error_of_one_value);
}

TEST(PoissonFit, DoesNotDependOnTheUnitOfTheExposure) {
  const Dataset data = counts(800, 22);
  Dataset minutes = data;
  for (double& exposure : minutes.exposure) exposure *= 64;
  const Model one = fit_without_folds(data, quick_options());
  const Model other = fit_without_folds(minutes, quick_options());
  ASSERT_EQ(one.beta.size(), other.beta.size());
  EXPECT_NEAR(one.record.lambda, other.record.lambda, 1e-9 * one.record.lambda);
  for (std::size_t cell = 0; cell < one.beta.size(); ++cell) {
    EXPECT_NEAR(one.beta[cell], other.beta[cell] + std::log(64.0), 1e-9);
  }
}

TEST(PoissonFit, AWeightIsSoManyRows) {
  Dataset weighted = counts(200, 23);
  Dataset repeated = weighted;
  for (std::size_t row = 0; row < 200; ++row) {
    weighted.weight.push_back(1 + static_cast<double>(row % 3));
    for (std::size_t copy = 0; copy < row % 3; ++copy) {
      for (std::vector<double>& feature : repeated.features) feature.push_back(double{feature[row]});
      repeated.outcome.push_back(double{repeated.outcome[row]});
      repeated.exposure.push_back(double{repeated.exposure[row]});
    }
  }
  const Model one = fit_certified(weighted, quick_options());
  const Model other = fit_certified(repeated, quick_options());
  ASSERT_EQ(one.beta.size(), other.beta.size());
  for (std::size_t cell = 0; cell < one.beta.size(); ++cell) EXPECT_NEAR(one.beta[cell], other.beta[cell], 1e-9);
}

TEST(PoissonFit, RegionsWithoutEventsStayFinite) {
  Dataset data = counts(300, 24);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (data.features[0][row] < 0.3) data.outcome[row] = 0;
  }
  FitOptions options = quick_options();
  for (const double lambda : {0.0, 1e-12, 2.0}) {
    options.lambda = LambdaRule::fixed;
    options.fixed_lambda = lambda;
    const Model model = fit_certified(data, options);
    for (const double value : model.beta) EXPECT_TRUE(std::isfinite(value));
  }
  for (double& count : data.outcome) count = 0;
  const Model nothing = fit_certified(data, quick_options());
  EXPECT_EQ(nothing.plateaus.size(), 1U);
  EXPECT_TRUE(std::isfinite(nothing.beta[0]));
  EXPECT_GT(nothing.plateaus[0].value, 0);
}

TEST(EveryLossFit, DoesNotDependOnTheOrderOfTheRowsOrTheNumberOfThreads) {
  for (const Dataset& data : {classes(500, 31), counts(500, 32)}) {
    FitOptions options = quick_options();
    const Model one = fit_certified(data, options);
    const Model other = fit_certified(reversed(data), options);
    ASSERT_EQ(one.beta.size(), other.beta.size());
    for (std::size_t cell = 0; cell < one.beta.size(); ++cell) EXPECT_NEAR(one.beta[cell], other.beta[cell], 1e-9);
    EXPECT_EQ(one.record.input_hash, other.record.input_hash);
    options.threads = 3;
    expect_same_bits(one, fit_certified(data, options));
  }
}

}  // namespace
}  // namespace gaptv::testing
