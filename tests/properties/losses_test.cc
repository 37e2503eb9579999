// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Whole fits of classes and counts.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/data/fold_assignment.h"
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
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  EXPECT_EQ(one.surfaces.front().record.lambda_max, other.surfaces.front().record.lambda_max);
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-9);
  EXPECT_NEAR(one.record.train_deviance, other.record.train_deviance, 1e-9 * one.record.train_deviance);
  EXPECT_EQ(one.record.rows, 60U);
}

TEST(BinomialFit, ExchangingTheClassesExchangesTheProbabilities) {
  const Dataset data = classes(800, 13);
  Dataset exchanged = data;
  for (double& y : exchanged.outcome) y = 1 - y;
  const Model one = fit_without_folds(data, quick_options());
  const Model other = fit_without_folds(exchanged, quick_options());
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], -other.surfaces.front().beta[cell], 1e-9);
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
    for (const double value : fitted_values(model.surfaces.front())) {
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
  EXPECT_EQ(model.surfaces.front().regions.size(), 1U);
  EXPECT_NEAR(model.surfaces.front().regions[0].value, 1 - 0.5 / 51, 1e-12);
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
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  EXPECT_NEAR(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda,
              1e-9 * one.surfaces.front().record.lambda);
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell) {
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell] + std::log(64.0), 1e-9);
  }
}

// Twenty steps, up and down.
Dataset alternating_counts(std::size_t rows) {
  Dataset data;
  data.feature_names = {"x"};
  data.outcome_name = "y";
  data.features.resize(1);
  Random random(9, 3);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x = random.uniform();
    const double mean = static_cast<int>(20 * x) % 2 == 0 ? 1 : 6;
    double count = 0;
    for (double level = std::exp(-mean), left = random.uniform(); left > level; level *= mean / count) {
      left -= level;
      ++count;
    }
    data.features[0].push_back(x);
    data.outcome.push_back(count);
  }
  return data;
}

TEST(PoissonFit, CrossValidationOfBinsSeesStepsThatACoarseGridMisses) {
  FitOptions options{.preset = "paper"};
  options.loss = "poisson";
  options.bins = BinsRule::cv;
  options.lambdas = 20;
  options.threads = 1;
  const Model model = fit_certified(alternating_counts(4000), options);
  EXPECT_GE(model.surfaces.front().grid.axes[0].bins(), 18U);
}

// What a fit says of its deviance is that of the rows, whatever the grid.
TEST(PoissonFit, DevianceIsThatOfTheRows) {
  // Sums of 600 terms in another order.
  constexpr double sum_rounding = 1e-9;
  for (const bool is_weighted : {false, true}) {
    Dataset data = counts(600, 44);
    Random random(45);
    for (std::size_t row = 0; is_weighted && row < data.rows(); ++row) {
      data.weight.push_back(1 + static_cast<double>(random.below(3)));
    }
    for (const std::size_t bins : {2U, 7U, 30U}) {
      FitOptions options = quick_options();
      options.loss = "poisson";
      options.bins = BinsRule::fixed;
      options.fixed_bins = {bins};
      const Model model = fit_certified(data, options);
      const double deviance = evaluate(model, data.view(), 1).deviance;
      EXPECT_NEAR(model.record.train_deviance, deviance, sum_rounding * deviance);
    }
  }
}

// At lambda_max each fold is predicted by one rate: the mean deviance of a row, by hand.
TEST(PoissonFit, ErrorsOfCrossValidationAreThoseOfARow) {
  // The fold means and their weighted mean, in another order of sums.
  constexpr double sum_rounding = 1e-9;
  const Dataset data = counts(500, 46);
  FitOptions options = quick_options();
  options.loss = "poisson";
  const Model model = fit_certified(data, options);
  Progress progress;
  DataView rates = data.view();
  std::vector<double> rate;
  for (std::size_t row = 0; row < data.rows(); ++row) rate.push_back(data.outcome[row] / data.exposure[row]);
  rates.outcome = rate;
  const std::size_t fold_count = *resolve(options).folds;
  const FoldAssignment folds =
      assign_folds(rates, {.folds = fold_count, .seed = options.seed, .is_discrete = true, .threads = 1}, progress);
  double sum = 0;
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    double count = 0;
    double exposure = 0;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (folds.fold[row] == fold) continue;
      count += data.outcome[row];
      exposure += data.exposure[row];
    }
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (folds.fold[row] != fold) continue;
      const double expected = data.exposure[row] * count / exposure;
      const double y = data.outcome[row];
      sum += 2 * ((y > 0 ? y * std::log(y / expected) : 0.0) - y + expected);
    }
  }
  EXPECT_NEAR(model.surfaces.front().record.cv.mean.front(), sum / 500, sum_rounding * sum / 500);
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
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-9);
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
    for (const double value : model.surfaces.front().beta) EXPECT_TRUE(std::isfinite(value));
  }
  for (double& count : data.outcome) count = 0;
  const Model nothing = fit_certified(data, quick_options());
  EXPECT_EQ(nothing.surfaces.front().regions.size(), 1U);
  EXPECT_TRUE(std::isfinite(nothing.surfaces.front().beta[0]));
  EXPECT_GT(nothing.surfaces.front().regions[0].value, 0);
}

TEST(EveryLossFit, DoesNotDependOnTheOrderOfTheRowsOrTheNumberOfThreads) {
  for (const Dataset& data : {classes(500, 31), counts(500, 32)}) {
    FitOptions options = quick_options();
    const Model one = fit_certified(data, options);
    const Model other = fit_certified(reversed(data), options);
    ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
    for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
      EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-9);
    EXPECT_EQ(one.surfaces.front().record.input_hash, other.surfaces.front().record.input_hash);
    options.threads = 3;
    expect_same_bits(one, fit_certified(data, options));
  }
}

}  // namespace
}  // namespace gaptv::testing
