// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// Fits of data as they come from the world: certified, and the same on every number of threads. Each kind of data is
// simulated here; where real data lie beside the repository, they are fitted too.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/data/distinct_values.h"
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
  EXPECT_GT(one.surfaces.front().regions.size(), 1U);
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

// A curve with noise that grows along it, as a lidar's.
Dataset simulate_curve() {
  Random random(1);
  Dataset data{.feature_names = {"range"}, .outcome_name = "logratio", .features = {{}}};
  for (int i = 0; i < 220; ++i) {
    const double range = 390 + 1.5 * i;
    data.features[0].push_back(range);
    data.outcome.push_back(-0.8 / (1 + std::exp((580 - range) / 20)) + 0.0003 * i * random.normal());
  }
  return data;
}

// Measurements on few values of each feature, unevenly spaced, as in a wind tunnel: more rows than distinct places.
Dataset simulate_heavy_ties() {
  Random random(2);
  Dataset data{.feature_names = {"freq", "angle"}, .outcome_name = "pressure", .features = {{}, {}}};
  for (int i = 0; i < 1500; ++i) {
    const auto step = static_cast<double>(random.below(21));
    const auto angle = static_cast<double>(random.below(27));
    data.features[0].push_back(200 * std::pow(1.25, step));
    data.features[1].push_back(0.8 * angle);
    data.outcome.push_back(125 - 0.1 * step * step + (angle > 12 ? 6 : 0) + 2 * random.normal());
  }
  return data;
}

// Counts on a square grid of cells, as whole coordinates: their logarithms have many ties, and corners are empty.
Dataset simulate_counts_on_cells() {
  Random random(3);
  Dataset data{.feature_names = {"ix", "iy"}, .outcome_name = "log_count", .features = {{}, {}}};
  for (int x = 0; x < 60; ++x) {
    for (int y = 0; y < 60; ++y) {
      if (x + y < 25 || random.uniform() < 0.2) continue;
      const double mean = 2 + (x > 30 && y > 20 ? 30 : 0) + (x < 15 ? 8 : 0);
      data.features[0].push_back(x);
      data.features[1].push_back(y);
      data.outcome.push_back(std::log(1 + std::floor(mean * random.uniform() * 2)));
    }
  }
  return data;
}

// Events of two kinds, most of them crowded around one place, with coordinates that are rounded.
Dataset simulate_events() {
  Random random(4);
  Dataset data{.feature_names = {"lon", "lat"}, .outcome_name = "arrest", .features = {{}, {}}};
  for (int i = 0; i < 3000; ++i) {
    const double spread = i % 4 == 0 ? 0.1 : 0.02;
    const double longitude = std::round(1e3 * (-87.65 + spread * random.normal())) / 1e3;
    const double latitude = std::round(1e3 * (41.85 + spread * random.normal())) / 1e3;
    data.features[0].push_back(longitude);
    data.features[1].push_back(latitude);
    data.outcome.push_back(random.uniform() < (longitude < -87.66 && latitude > 41.84 ? 0.6 : 0.2) ? 1 : 0);
  }
  return data;
}

const std::vector<std::string> rules_for_lambda = {"cv", "cv-1se", "aic", "bic", "0", "1e-6", "10", "1e6", "1e12"};

// Of the edges that ties repeat one is left.
void expect_repeated_edges_collapse(const Dataset& data) {
  const Model model = fit_certified(data, {.preset = "paper"});
  bool is_any_collapsed = false;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Axis& cut = model.surfaces.front().grid.axes[axis];
    is_any_collapsed = is_any_collapsed || cut.bins() < cut.bins_requested;
    EXPECT_LE(cut.bins(), count_distinct(data.features[axis], data.rows()));
    EXPECT_EQ(cut.edges, quantile_edges(data.features[axis], cut.bins_requested));
  }
  EXPECT_TRUE(is_any_collapsed);
}

void expect_every_rule_is_certified(const Dataset& data) {
  for (const std::string& rule : rules_for_lambda) {
    SCOPED_TRACE("lambda " + rule);
    FitOptions options{.preset = "paper"};
    set_option(options, "lambda", rule);
    fit_certified(data, options);
  }
}

FitOptions options_for_three_features() {
  FitOptions options{.preset = "paper"};
  set_option(options, "bins", "12");
  options.lambdas = 20;
  return options;
}

TEST(DataAsTheyCome, ACurveIsTheSameOnEveryNumberOfThreads) {
  expect_sound(simulate_curve(), {});
}

TEST(DataAsTheyCome, HeavyTiesAreTheSameOnEveryNumberOfThreads) {
  expect_sound(simulate_heavy_ties(), {});
  expect_repeated_edges_collapse(simulate_heavy_ties());
}

TEST(DataAsTheyCome, EveryRuleForLambdaIsCertifiedOnHeavyTies) {
  expect_every_rule_is_certified(simulate_heavy_ties());
}

TEST(DataAsTheyCome, ThreeFeaturesAreTheSameOnEveryNumberOfThreads) {
  expect_sound(plateau_data(3, 4000, 5), options_for_three_features());
}

TEST(DataAsTheyCome, CountsOnCellsAreTheSameOnEveryNumberOfThreads) {
  expect_sound(simulate_counts_on_cells(), {});
}

TEST(DataAsTheyCome, EventsOfTwoKindsAreTheSameOnEveryNumberOfThreads) {
  expect_sound(simulate_events(), {});
}

TEST(RealData, LidarWithOneFeatureIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("lidar.csv");
  expect_sound(read("lidar.csv", {"range"}, "logratio"), {});
}

TEST(RealData, AirfoilWithHeavyTiesIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("airfoil.csv");
  const Dataset data = read("airfoil.csv", {"freq", "attackangle"}, "soundpressure");
  expect_sound(data, {});
  expect_repeated_edges_collapse(data);
  const Model model = fit_certified(data, {.preset = "paper"});
  EXPECT_LE(model.surfaces.front().grid.axes[0].bins(), 21U);
  EXPECT_LE(model.surfaces.front().grid.axes[1].bins(), 27U);
}

TEST(RealData, EveryRuleForLambdaIsCertifiedOnAirfoil) {
  SKIP_WITHOUT("airfoil.csv");
  expect_every_rule_is_certified(read("airfoil.csv", {"freq", "attackangle"}, "soundpressure"));
}

TEST(RealData, CaliforniaHousingWithThreeFeaturesIsTheSameOnEveryNumberOfThreads) {
  SKIP_WITHOUT("california_housing.csv");
  expect_sound(read("california_housing.csv", {"longitude", "latitude", "median_income"}, "median_house_value"),
               options_for_three_features());
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
