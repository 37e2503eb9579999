// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Whole fits of positive outcomes with the loss gamma.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/evaluate/evaluate.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

double true_mean(double x1, double x2) {
  return x1 > 0.3 ? (x2 > 20 ? 900.0 : 250.0) : 40.0;
}

// Sums of three exponential numbers: the standard deviation is 0.58 times the mean.
Dataset costs(std::size_t rows, std::uint64_t seed) {
  Dataset data = plateau_data(2, rows, seed);
  Random random(seed, 1);
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum -= std::log1p(-random.uniform());
    data.outcome[row] = true_mean(data.features[0][row], data.features[1][row]) * sum / 3;
  }
  return data;
}

FitOptions gamma_options(const std::string& preset = "paper") {
  FitOptions options = quick_options();
  options.loss = "gamma";
  options.preset = preset;
  options.bins_max = 20;
  return options;
}

double squared_error_of_logarithms(const std::vector<double>& prediction, const Dataset& data) {
  double sum = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double error = std::log(prediction[row] / true_mean(data.features[0][row], data.features[1][row]));
    sum += error * error;
  }
  return sum;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(GammaFit, FindsTheMeansOfSimulatedCosts) {
  const Dataset data = costs(4000, 51);
  for (const char* preset : {"paper", "best"}) {
    const Model model = fit_certified(data, gamma_options(preset));
    EXPECT_EQ(model.record.loss, "gamma");
    const std::vector<double> prediction = predict(model, data.view());
    const std::vector<double> one_value(data.rows(), mean_of(data.outcome));
    EXPECT_LT(squared_error_of_logarithms(prediction, data), 0.1 * squared_error_of_logarithms(one_value, data))
        << preset;
    const std::vector<double> link = predict(model, data.view(), PredictionType::link);
    for (std::size_t row = 0; row < data.rows(); row += 97) EXPECT_NEAR(link[row], std::log(prediction[row]), 1e-12);
  }
}

TEST(GammaFit, RegionsAreFewerThanPlateaus) {
  const Dataset data = costs(4000, 52);
  const Model model = fit_certified(data, gamma_options("best"));
  EXPECT_LT(model.surfaces.front().regions.size(),
            fit_certified(data, gamma_options("paper")).surfaces.front().regions.size());
  ASSERT_TRUE(model.surfaces.front().record.regions.has_value());
}

// The mean unit deviance of the sum of three exponential numbers: 2 (log 3 - digamma(3)) = 0.352. The noise is taken
// from the residuals of the plain fit, so that what lambda shrinks is part of it: it is never less by more than chance
// (3 standard errors of 4000 rows), and an eighth more at most.
TEST(GammaFit, TheNoiseIsThatOfTheOutcomesAndOfWhatIsShrunk) {
  for (std::uint64_t seed = 52; seed < 57; ++seed) {
    const Model model = fit_certified(costs(4000, seed), gamma_options("best"));
    EXPECT_GT(model.surfaces.front().record.regions->noise, 0.352 - 0.025) << seed;
    EXPECT_LT(model.surfaces.front().record.regions->noise, 0.352 * 9 / 8) << seed;
  }
}

TEST(GammaFit, AnotherUnitShiftsTheLogarithmsAndKeepsTheRegions) {
  const Dataset data = costs(1500, 53);
  for (const char* preset : {"paper", "best"}) {
    const Model one = fit_without_folds(data, gamma_options(preset));
    for (const double unit : {1000.0, 1e-9, 1e12}) {
      Dataset scaled = data;
      for (double& outcome : scaled.outcome) outcome *= unit;
      const Model other = fit_without_folds(scaled, gamma_options(preset));
      EXPECT_EQ(one.surfaces.front().region_of_cell, other.surfaces.front().region_of_cell) << preset << ' ' << unit;
      EXPECT_NEAR(one.surfaces.front().record.lambda, other.surfaces.front().record.lambda,
                  1e-9 * one.surfaces.front().record.lambda);
      EXPECT_NEAR(one.record.train_deviance, other.record.train_deviance, 1e-9 * one.record.train_deviance);
      ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
      for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell) {
        EXPECT_NEAR(one.surfaces.front().beta[cell] + std::log(unit), other.surfaces.front().beta[cell], 1e-9);
      }
    }
  }
}

TEST(GammaFit, DevianceIsThatOfTheRows) {
  // Sums of 600 terms in another order.
  constexpr double sum_rounding = 1e-9;
  const Dataset data = costs(600, 54);
  for (const char* preset : {"paper", "best"}) {
    const Model model = fit_certified(data, gamma_options(preset));
    const std::vector<double> prediction = predict(model, data.view());
    double expected = 0;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const double ratio = data.outcome[row] / prediction[row];
      expected += 2 * (ratio - 1 - std::log(ratio));
    }
    EXPECT_NEAR(model.record.train_deviance, expected, sum_rounding * expected) << preset;
    EXPECT_NEAR(evaluate(model, data.view(), 1).deviance, expected, sum_rounding * expected) << preset;
  }
}

TEST(GammaFit, AWeightIsSoManyRows) {
  Dataset weighted = costs(200, 55);
  Dataset repeated = weighted;
  for (std::size_t row = 0; row < 200; ++row) {
    weighted.weight.push_back(1 + static_cast<double>(row % 3));
    for (std::size_t copy = 0; copy < row % 3; ++copy) {
      for (std::vector<double>& feature : repeated.features) feature.push_back(double{feature[row]});
      repeated.outcome.push_back(double{repeated.outcome[row]});
    }
  }
  const Model one = fit_certified(weighted, gamma_options());
  const Model other = fit_certified(repeated, gamma_options());
  ASSERT_EQ(one.surfaces.front().beta.size(), other.surfaces.front().beta.size());
  for (std::size_t cell = 0; cell < one.surfaces.front().beta.size(); ++cell)
    EXPECT_NEAR(one.surfaces.front().beta[cell], other.surfaces.front().beta[cell], 1e-9);
}

TEST(GammaFit, TheModelFileKeepsIt) {
  const Model model = fit_certified(costs(300, 56), gamma_options("best"));
  const Model read = model_from_json(model_to_json(model), "test");
  EXPECT_EQ(read.record.loss, "gamma");
  EXPECT_EQ(bits_of(fitted_values(read.surfaces.front())), bits_of(fitted_values(model.surfaces.front())));
}

TEST(GammaFit, RefusesOutcomesThatAreNotAboveZero) {
  for (const double outcome : {0.0, -3.0}) {
    Dataset data = costs(50, 57);
    data.outcome[7] = outcome;
    try {
      fit(data, gamma_options());
      ADD_FAILURE() << outcome << " was accepted";
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find("`row=7`"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("is not above 0"), std::string::npos) << error.what();
    }
  }
}

TEST(GammaFit, EqualOutcomesAreOneRegion) {
  Dataset data = costs(60, 58);
  for (double& outcome : data.outcome) outcome = 12.5;
  const Model model = fit_certified(data, gamma_options());
  EXPECT_EQ(model.surfaces.front().regions.size(), 1U);
  EXPECT_NEAR(model.surfaces.front().regions[0].value, 12.5, 1e-12);
}

}  // namespace
}  // namespace gaptv::testing
