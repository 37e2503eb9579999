// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "gaptv/base/random.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

constexpr std::size_t folds_of_test = 5;

// Rows at random places of the unit square, in the cells of a grid of side x side, each fold a table.
struct RandomRows {
  std::vector<CellTable> folds;
  std::vector<double> values;  // the truth at the middles of cells
};

using Truth = std::function<double(double x, double y)>;
using Outcome = std::function<CellStats(double mean)>;  // with its weight

RandomRows draw(std::size_t side, std::size_t rows, const Truth& truth, const Outcome& outcome, Random& random) {
  const Shape shape{{side, side}};
  RandomRows drawn{std::vector<CellTable>(folds_of_test, CellTable(shape)), {}};
  const auto bins = static_cast<double>(side);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x = random.uniform();
    const double y = random.uniform();
    const auto cell = static_cast<std::size_t>(x * bins) * side + static_cast<std::size_t>(y * bins);
    drawn.folds[random.below(folds_of_test)].cells[cell].add(outcome(truth(x, y)));
  }
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    drawn.values.push_back(truth((static_cast<double>(cell / side) + 0.5) / bins,  // NOLINT(bugprone-integer-division)
                                 (static_cast<double>(cell % side) + 0.5) / bins));
  }
  return drawn;
}

double exponential(Random& random) {
  return -std::log(1 - random.uniform());
}

// A count whose variance is 5 times its mean of 4 times "shape": events at a rate that varies by a gamma law.
double dispersed_count(std::size_t shape, Random& random) {
  double rate = 0;
  for (std::size_t i = 0; i < shape; ++i) rate += 4 * exponential(random);
  double count = 0;
  for (double time = exponential(random); time < rate; time += exponential(random)) count += 1;
  return count;
}

double waves(double x, double y) {
  return 2 * std::sin(2 * std::numbers::pi * x) * std::cos(std::numbers::pi * y);
}

TEST(RegionNoise, OfASmoothSurfaceIsThatOfItsRows) {
  Random random(100001);
  constexpr double variance = 0.09;
  const RandomRows rows = draw(
      60, 4000, waves,
      [&](double mean) {
        return CellStats{1, mean + 0.3 * random.normal(), 0};
      },
      random);
  const auto range = estimate_noise_within_cells(rows.folds, rows.values, squared_loss());
  ASSERT_TRUE(range);
  // A standard error or two of some hundred comparisons, and what the surface bends by within a cell.
  EXPECT_NEAR((range->lowest + range->highest) / 2, variance, 0.15 * variance);
  EXPECT_EQ(choose_noise(0.2, rows.folds, rows.values, squared_loss()), range->highest);
  EXPECT_EQ(choose_noise(0.01, rows.folds, rows.values, squared_loss()), range->lowest);
}

TEST(RegionNoise, WithoutNoiseIsAQuarterOfTheResidual) {
  Random random(100002);
  const RandomRows rows = draw(
      60, 4000, waves,
      [](double mean) {
        return CellStats{1, mean, 0};
      },
      random);
  EXPECT_EQ(choose_noise(1, rows.folds, rows.values, squared_loss()), 0.25);
}

// Weights are exposures of 1 or 2, of which the second has twice the events and the same dispersion.
TEST(RegionNoise, OfCountsIsTheirDispersion) {
  Random random(100003);
  const auto outcome = [&](double) {
    const std::size_t exposure = 1 + random.below(2);
    const auto weight = static_cast<double>(exposure);
    return CellStats{weight, dispersed_count(exposure, random) / weight, 0};
  };
  const RandomRows rows = draw(
      40, 20000, [](double, double) { return 4.0; }, outcome, random);
  const auto range = estimate_noise_within_cells(rows.folds, rows.values, poisson_loss());
  ASSERT_TRUE(range);
  EXPECT_NEAR((range->lowest + range->highest) / 2, 5, 0.05 * 5);
}

TEST(RegionNoise, OfCopiesIsNotTakenForLess) {
  Random random(100004);
  const auto outcome = [&](double mean) { return CellStats{10, mean + random.normal(), 0}; };
  const RandomRows rows = draw(
      20, 1000, [](double, double) { return 0.0; }, outcome, random);
  const auto range = estimate_noise_within_cells(rows.folds, rows.values, squared_loss());
  ASSERT_TRUE(range);
  EXPECT_GT(range->highest, 8);  // ten times, as a border of ten copies has ten times the weight
}

TEST(RegionNoise, IsOneWhereTheLossSaysSo) {
  Random random(100005);
  const auto outcome = [&](double) { return CellStats{1, static_cast<double>(random.below(2)), 0}; };
  const RandomRows rows = draw(
      20, 1000, [](double, double) { return 0.5; }, outcome, random);
  EXPECT_EQ(choose_noise(3, rows.folds, rows.values, binomial_loss()), 1);
  // Of counts that vary less than independent events do, as these with a variance of 1/4, it is not less.
  EXPECT_EQ(choose_noise(0.5, rows.folds, rows.values, poisson_loss()), 1);
}

TEST(RegionNoise, IsWhatAModelOfCountsRecords) {
  Random random(100006);
  Dataset data;
  data.features.resize(2);
  data.feature_names = {"x1", "x2"};
  data.outcome_name = "events";
  double events = 0;
  for (std::size_t row = 0; row < 1500; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
    data.outcome.push_back(dispersed_count(data.features[0].back() > 0.5 ? 2 : 1, random));
    events += data.outcome.back();
  }
  const Model model = fit(data, {.loss = "poisson", .threads = 1});
  // A fit that follows high counts leaves less, so that this is the lower end of the range: a standard error below 5.
  EXPECT_GT(model.surfaces.front().record.regions->noise, 3);
  EXPECT_LT(model.surfaces.front().record.regions->noise, 6);
  double predicted = 0;
  for (const double rate : predict(model, data.view(), PredictionType::response, 1)) {
    EXPECT_LT(rate, 14);
    predicted += rate;
  }
  EXPECT_NEAR(predicted, events, 1e-9 * events);
}

}  // namespace
}  // namespace gaptv
