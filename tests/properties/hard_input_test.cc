// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Inputs that are valid but hard: each must give a certified model, not an error and not a wrong number.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/model/option_table.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

Dataset two_columns(std::vector<double> x, std::vector<double> y) {
  Dataset data;
  data.feature_names = {"x"};
  data.features = {std::move(x)};
  data.outcome = std::move(y);
  return data;
}

TEST(HardInput, OneRowIsAOnePlateauModel) {
  FitOptions options = quick_options();
  set_option(options, "lambda", "bic");
  const Model model = fit_certified(two_columns({2}, {7}), options);
  EXPECT_EQ(model.surfaces.front().beta, std::vector<double>{7});
  EXPECT_EQ(model.surfaces.front().regions.size(), 1U);
}

TEST(HardInput, EqualOutcomesAreAOnePlateauModel) {
  Dataset data = plateau_data(2, 200, 181);
  data.outcome.assign(200, 0.1);
  const Model model = fit_certified(data, quick_options());
  EXPECT_EQ(model.surfaces.front().regions.size(), 1U);
  for (const double value : model.surfaces.front().beta) EXPECT_EQ(value, 0.1);
  EXPECT_EQ(model.surfaces.front().record.lambda_max, 0);
}

// All cells have the same mean although the outcomes differ: what is left between the cells is rounding.
TEST(HardInput, CellsOfEqualMeanAreAOnePlateauModel) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 120; ++i) {
    x.push_back(i / 3);
    y.push_back(std::vector<double>{0.1, 0.3, 0.7}[static_cast<std::size_t>(i % 3)]);
  }
  for (const char* lambda : {"cv", "bic", "0.001", "1", "1000"}) {
    FitOptions options = quick_options();
    set_option(options, "bins", "8");
    set_option(options, "lambda", lambda);
    const Model model = fit_certified(two_columns(x, y), options);
    for (const double value : model.surfaces.front().beta) EXPECT_NEAR(value, 1.1 / 3, 1e-15) << lambda;
    EXPECT_EQ(model.surfaces.front().regions.size(), 1U) << lambda;
  }
}

TEST(HardInput, ConstantFeaturesAreAOnePlateauModel) {
  Dataset data = plateau_data(2, 200, 182);
  data.features.assign(2, std::vector<double>(200, 5.0));
  const Model model = fit_certified(data, quick_options());
  EXPECT_EQ(model.surfaces.front().beta.size(), 1U);
  EXPECT_EQ(model.record.notes.size() >= 2, true);
}

TEST(HardInput, AnOutlierOf1e12InTheFeatureOrTheOutcomeIsCertified) {
  Dataset data = plateau_data(2, 300, 183);
  data.features[0][17] = 1e12;
  fit_certified(data, quick_options());
  data.outcome[18] = 1e12;
  fit_certified(data, quick_options());
}

TEST(HardInput, AnOffsetOf1e8CostsNoAccuracy) {
  Dataset data = plateau_data(2, 300, 184);
  for (double& y : data.outcome) y = std::round(y * 1024) / 1024;  // exact beside 1e8
  const Model plain = fit_without_folds(data, quick_options());
  for (double& y : data.outcome) y += 1e8;
  const Model shifted = fit_without_folds(data, quick_options());
  ASSERT_EQ(plain.surfaces.front().beta.size(), shifted.surfaces.front().beta.size());
  // A double near 1e8 is known to 1.5e-8.
  for (std::size_t cell = 0; cell < plain.surfaces.front().beta.size(); ++cell) {
    EXPECT_NEAR(shifted.surfaces.front().beta[cell] - 1e8, plain.surfaces.front().beta[cell], 4e-8);
  }
}

TEST(HardInput, OutcomesNearTheEndsOfTheNumbersAreFitted) {
  for (const double factor : {1e-310, 1e-300, 1e140}) {
    Dataset data = plateau_data(2, 300, 185);
    for (double& y : data.outcome) y *= factor;
    for (const char* lambda : {"cv", "bic", "1", "1e10"}) {
      FitOptions options = quick_options();
      set_option(options, "lambda", lambda);
      const Model model = fit_certified(data, options);
      for (const double value : model.surfaces.front().beta)
        EXPECT_TRUE(std::isfinite(value)) << factor << ' ' << lambda;
    }
  }
}

TEST(HardInput, FeaturesOverTheWholeRangeOfNumbersAreFitted) {
  Dataset data = plateau_data(1, 300, 186);
  Random random(187);
  for (double& x : data.features[0]) x = (2 * random.uniform() - 1) * std::numeric_limits<double>::max();
  fit_certified(data, quick_options());
  for (double& x : data.features[0])
    x = static_cast<double>(random.below(40)) * std::numeric_limits<double>::denorm_min();
  EXPECT_GT(fit_certified(data, quick_options()).surfaces.front().beta.size(), 1U);
}

TEST(HardInput, WeightsOverTwelveOrdersOfMagnitudeAreFitted) {
  Dataset data = plateau_data(2, 300, 188);
  Random random(189);
  for (std::size_t row = 0; row < 300; ++row) data.weight.push_back(std::pow(10.0, 12 * random.uniform() - 6));
  for (const char* lambda : {"cv", "bic", "1e-3", "1e3"}) {
    FitOptions options = quick_options();
    set_option(options, "lambda", lambda);
    fit_certified(data, options);
  }
}

TEST(HardInput, AnyPenaltyThatAUserMayTypeIsCertified) {
  const Dataset data = plateau_data(2, 300, 190);
  for (const char* lambda : {"0", "1e-310", "1e-100", "1e-12", "1e-3", "1e3", "1e9", "1e15", "1e300"}) {
    FitOptions options = quick_options();
    set_option(options, "lambda", lambda);
    const Model model = fit_certified(data, options);
    for (const double value : model.surfaces.front().beta) EXPECT_TRUE(std::isfinite(value)) << lambda;
  }
}

TEST(HardInput, AnyLengthOfThePathIsCertified) {
  const Dataset data = plateau_data(1, 100, 191);
  for (const double ratio : {1.0001, 1e6, 1e15, 1e300}) {
    FitOptions options = quick_options();
    options.lambda_ratio = ratio;
    fit_certified(data, options);
  }
}

TEST(HardInput, MoreBinsThanDistinctValuesAreFitted) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 60; ++i) {
    x.push_back(i % 3);
    y.push_back(i % 3 == 1 ? 2.0 : 1.0 + 0.01 * i);
  }
  FitOptions options = quick_options();
  set_option(options, "bins", "50");
  EXPECT_LE(fit_certified(two_columns(x, y), options).surfaces.front().beta.size(), 3U);
}

TEST(HardInput, TwoRowsAreFitted) {
  FitOptions options = quick_options();
  set_option(options, "lambda", "0");
  const Model model = fit_certified(two_columns({1, 2}, {5, 9}), options);
  EXPECT_EQ(model.surfaces.front().beta, (std::vector<double>{5, 9}));
}

TEST(HardInput, FewerRowsThanFoldsAreRefused) {
  EXPECT_THROW(fit(two_columns({1, 2, 3}, {5, 9, 7}), quick_options()), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
