// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Laws of whole fits of several classes.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/baselines/method.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "tests/model/labelled_rows.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

// Rows in another order, or copies instead of weights, add up the same numbers in another order.
constexpr double rounding = 1e-9;

void expect_same_predictions(const Model& one, const Model& other, const Dataset& points) {
  const auto a = predict_by_surface(one, points.view());
  const auto b = predict_by_surface(other, points.view());
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (std::size_t row = 0; row < points.rows(); ++row) EXPECT_NEAR(a[k][row], b[k][row], rounding);
  }
}

TEST(ClassesFit, FindsTheProbabilities) {
  const Dataset data = labelled_rows(4000, 11);
  const Model model = fit(data, quick_options());
  const auto probability = predict_by_surface(model, data.view());
  double error = 0;
  double error_of_one_value = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const std::size_t usual = data.features[0][row] < 2 ? 1 : data.features[1][row] > 4 ? 2 : 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double p = k == usual ? 3.0 / 4 + 1.0 / 12 : 1.0 / 12;
      error += std::pow(probability[k][row] - p, 2);
      error_of_one_value += std::pow(1.0 / 3 - p, 2);
    }
  }
  EXPECT_LT(error, 0.05 * error_of_one_value);
}

TEST(ClassesFit, AWeightIsSoManyRows) {
  Dataset weighted = labelled_rows(200, 12);
  Dataset repeated = weighted;
  for (std::size_t row = 0; row < 200; ++row) {
    weighted.weight.push_back(1 + static_cast<double>(row % 3));
    for (std::size_t copy = 0; copy < row % 3; ++copy) {
      for (std::vector<double>& feature : repeated.features) feature.push_back(double{feature[row]});
      repeated.outcome.push_back(double{repeated.outcome[row]});
    }
  }
  const Model one = fit(weighted, quick_options());
  const Model other = fit(repeated, quick_options());
  expect_same_predictions(one, other, weighted);
  EXPECT_NEAR(one.record.train_deviance, other.record.train_deviance, rounding * one.record.train_deviance);
  EXPECT_NEAR(one.record.train_rmse, other.record.train_rmse, rounding);
}

TEST(ClassesFit, DoesNotDependOnTheOrderOfTheRowsOrTheNumberOfThreads) {
  const Dataset data = labelled_rows(500, 13);
  FitOptions options = quick_options();
  const Model one = fit(data, options);
  expect_same_predictions(one, fit(reversed(data), options), data);
  options.threads = 3;
  EXPECT_EQ(model_to_json(fit(data, options)), model_to_json(one));
}

TEST(ClassesFit, DoesNotDependOnTheOrderOfTheClasses) {
  const Dataset data = labelled_rows(500, 14);
  Dataset exchanged = data;
  exchanged.classes = {"pear", "apple", "fig"};
  for (double& y : exchanged.outcome) y = y == 2 ? 0 : y + 1;
  const Model one = fit(data, quick_options());
  const Model other = fit(exchanged, quick_options());
  for (std::size_t k = 0; k < 3; ++k) {
    Model part = one;
    Model twin = one;
    part.surfaces = {one.surfaces[k]};
    twin.surfaces = {other.surfaces[(k + 1) % 3]};
    EXPECT_EQ(model_to_json(part), model_to_json(twin));
  }
}

TEST(ClassesFit, ALabelThatNeverOccursTakesAlmostNothing) {
  const Dataset data = labelled_rows(400, 15);
  Dataset more = data;
  more.classes.emplace_back("quince");
  const auto three = predict_by_surface(fit(data, quick_options()), data.view());
  const auto four = predict_by_surface(fit(more, quick_options()), data.view());
  const double least = 0.5 / (400 + 1);  // what a probability is at least, before it is divided by the sum
  for (std::size_t row = 0; row < data.rows(); ++row) {
    EXPECT_LT(four[3][row], 2 * least);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(four[k][row], three[k][row] * (1 - four[3][row]), rounding);
  }
}

}  // namespace
}  // namespace gaptv::testing
