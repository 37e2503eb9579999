// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Fits of real data: certified, and the same on every number of threads. The data are not in the repository.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "gaptv/data/csv/csv.h"
#include "gaptv/model/option_table.h"
#include "tests/oracles/gap_oracle.h"
#include "tests/oracles/shared_data.h"
#include "tests/properties/fit_certified.h"

namespace gaptv::testing {
namespace {

#define SKIP_WITHOUT(file) \
  if (!std::filesystem::exists(shared_file(file))) GTEST_SKIP() << "no file " << shared_file(file)

Dataset read(const std::string& file, std::vector<std::string> features, const std::string& outcome) {
  return read_csv(shared_file(file), {.features = std::move(features), .outcome = outcome});
}

void expect_sound(const Dataset& data, FitOptions options) {
  options.threads = 1;
  const Model one = fit_certified(data, options);
  EXPECT_GT(one.plateaus.size(), 1U);
  double mean = 0;
  double variance = 0;
  for (const double y : data.outcome) mean += y / static_cast<double>(data.rows());
  for (const double y : data.outcome) variance += (y - mean) * (y - mean) / static_cast<double>(data.rows());
  EXPECT_LT(one.record.train_rmse, std::sqrt(variance)) << "no better than the mean";
  for (const std::size_t threads : {2U, 7U}) {
    options.threads = threads;
    expect_same_bits(one, fit_certified(data, options));
  }
}

TEST(RealData, LidarWithOneFeatureIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("lidar.csv");
  expect_sound(read("lidar.csv", {"range"}, "logratio"), {});
}

TEST(RealData, AirfoilWithHeavyTiesIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("airfoil.csv");
  const Dataset data = read("airfoil.csv", {"freq", "attackangle"}, "soundpressure");
  expect_sound(data, {});
  const Model model = fit_certified(data, {});
  EXPECT_LE(model.grid.axes[0].bins(), 21U);
  EXPECT_LE(model.grid.axes[1].bins(), 27U);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    EXPECT_EQ(model.grid.axes[axis].edges, quantile_edges(data.features[axis], model.grid.axes[axis].bins_requested));
  }
}

TEST(RealData, EveryRuleForLambdaIsCertifiedOnAirfoil) {
  SKIP_WITHOUT("airfoil.csv");
  const Dataset data = read("airfoil.csv", {"freq", "attackangle"}, "soundpressure");
  for (const char* rule : {"cv", "cv-1se", "aic", "bic", "0", "1e-6", "10", "1e6", "1e12"}) {
    FitOptions options{.preset = "paper"};
    set_option(options, "lambda", rule);
    fit_certified(data, options);
  }
}

TEST(RealData, CaliforniaHousingWithThreeFeaturesIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("california_housing.csv");
  FitOptions options{.preset = "paper"};
  set_option(options, "bins", "12");
  options.lambdas = 20;
  expect_sound(read("california_housing.csv", {"longitude", "latitude", "median_income"}, "median_house_value"),
               options);
}

TEST(RealData, ChicagoGridIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("chicago2015_grid200.csv");
  expect_sound(read("chicago2015_grid200.csv", {"ix", "iy"}, "log_count"), {});
}

TEST(RealData, ChicagoArrestsWithABinaryOutcomeIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("chicago2015_arrest.csv");
  expect_sound(read("chicago2015_arrest.csv", {"lon", "lat"}, "arrest"), {});
}

TEST(RealData, ViolenceAndBikesAndBananasAreCertified) {
  SKIP_WITHOUT("violence.csv");
  fit_certified(read("violence.csv", {"medIncome", "PopDens"}, "ViolentCrimesPerPop"), quick_options());
  fit_certified(read("bikeshares.csv", {"temp", "windspeed"}, "cnt"), quick_options());
  fit_certified(read("banana.csv", {"x1", "x2"}, "y"), quick_options());
  fit_certified(read("concrete.csv", {"Water", "Coarse Aggr."}, "Compressive Strength (28-day)(Mpa)"), quick_options());
}

}  // namespace
}  // namespace gaptv::testing
