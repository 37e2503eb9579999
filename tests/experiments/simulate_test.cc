// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/base/error.h"
#include "tests/oracles/fingerprint.h"

namespace gaptv {
namespace {

constexpr std::size_t side = 100;
constexpr std::size_t cell_count = side * side;
constexpr double five_sigma = 5.0;  // seeds are fixed; the width says how unlikely a failure of a right program was

std::uint64_t hash_of(const Dataset& data) {
  std::uint64_t hash = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    hash = testing::add_to_fingerprint(hash, data.features[0][row]);
    hash = testing::add_to_fingerprint(hash, data.features[1][row]);
    hash = testing::add_to_fingerprint(hash, data.outcome[row]);
  }
  return hash;
}

std::map<double, std::size_t> count_values(const Dataset& truth) {
  std::map<double, std::size_t> counts;
  for (const double value : truth.outcome) ++counts[value];
  return counts;
}

// The number of 4-connected regions of cells with this value.
std::size_t count_regions(const Dataset& truth, double value) {
  std::vector<bool> is_seen(cell_count, false);
  std::size_t regions = 0;
  for (std::size_t start = 0; start < cell_count; ++start) {
    if (is_seen[start] || truth.outcome[start] != value) continue;
    ++regions;
    std::vector<std::size_t> stack = {start};
    is_seen[start] = true;
    const auto visit = [&](std::size_t cell) {
      if (is_seen[cell] || truth.outcome[cell] != value) return;
      is_seen[cell] = true;
      stack.push_back(cell);
    };
    while (!stack.empty()) {
      const std::size_t cell = stack.back();
      stack.pop_back();
      if (cell >= side) visit(cell - side);
      if (cell + side < cell_count) visit(cell + side);
      if (cell % side > 0) visit(cell - 1);
      if (cell % side + 1 < side) visit(cell + 1);
    }
  }
  return regions;
}

std::string refusal(const SimulateOptions& options) {
  try {
    simulate(options);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Simulate, KeepsItsFrozenData) {
  const std::vector<std::uint64_t> samples = {17052024860790583483U, 16225504144077655045U, 2707028889709138285U,
                                              7884895431549274048U, 17677843448232657141U};
  const std::vector<std::uint64_t> truths = {13225946004040380648U, 15935679153502106379U, 2352488128825824457U,
                                             2932640395336021242U, 6165095949016922033U};
  for (std::size_t kind = 0; kind < simulation_kinds.size(); ++kind) {
    const Simulation result = simulate({.kind = std::string(simulation_kinds[kind]), .rows = 1000, .seed = 1});
    EXPECT_EQ(hash_of(result.sample), samples[kind]) << simulation_kinds[kind];
    EXPECT_EQ(hash_of(result.truth), truths[kind]) << simulation_kinds[kind];
  }
}

TEST(Simulate, GivesValidDataOfTheSizeAskedForAndTheTruthInOrder) {
  for (const std::string_view kind : simulation_kinds) {
    const Simulation result = simulate({.kind = std::string(kind), .rows = 77, .seed = 2});
    check(result.sample.view());
    check(result.truth.view());
    EXPECT_EQ(result.sample.rows(), 77U);
    EXPECT_EQ(result.sample.feature_names, (std::vector<std::string>{"x1", "x2"}));
    EXPECT_EQ(result.sample.outcome_name, "y");
    ASSERT_EQ(result.truth.rows(), cell_count);
    for (std::size_t cell = 1; cell < cell_count; ++cell) {
      const auto& x = result.truth.features;
      const bool is_next_column = x[0][cell] > x[0][cell - 1] && cell % side == 0;
      const bool is_next_row = x[0][cell] == x[0][cell - 1] && x[1][cell] > x[1][cell - 1];
      ASSERT_TRUE(is_next_column || is_next_row) << kind << " cell " << cell;
    }
  }
}

TEST(Simulate, GivesASmallerSampleAsTheBeginningOfALargerOneWithTheSameTruth) {
  for (const std::string_view kind : simulation_kinds) {
    const Simulation small = simulate({.kind = std::string(kind), .rows = 51, .seed = 3});
    const Simulation large = simulate({.kind = std::string(kind), .rows = 1000, .seed = 3});
    EXPECT_EQ(small.truth.outcome, large.truth.outcome);
    EXPECT_TRUE(std::equal(small.sample.outcome.begin(), small.sample.outcome.end(), large.sample.outcome.begin()));
    for (std::size_t j = 0; j < 2; ++j) {
      const auto& column = small.sample.features[j];
      EXPECT_TRUE(std::equal(column.begin(), column.end(), large.sample.features[j].begin()));
    }
  }
}

TEST(Simulate, GivesOtherDataForAnotherSeed) {
  const Simulation a = simulate({.kind = "plateaus", .rows = 100, .seed = 1});
  const Simulation b = simulate({.kind = "plateaus", .rows = 100, .seed = 2});
  EXPECT_NE(a.truth.outcome, b.truth.outcome);
  EXPECT_NE(a.sample.features, b.sample.features);
  EXPECT_NE(a.sample.outcome, b.sample.outcome);
}

TEST(SimulatePlateaus, GrowsPlateausOfTheSizesOfThePaper) {
  constexpr std::uint64_t trials = 300;
  std::vector<double> sizes;
  double background = 0.0;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const auto counts = count_values(simulate({.kind = "plateaus", .rows = 1, .seed = seed}).truth);
    ASSERT_EQ(counts.size(), 7U);
    for (const double mean : {-2, -3, -5, 5, 3, 2}) sizes.push_back(static_cast<double>(counts.at(mean)));
    background += static_cast<double>(counts.at(0)) / cell_count / trials;
  }
  std::nth_element(sizes.begin(), sizes.begin() + 900, sizes.end());
  // "About 370 cells" and "78 %" as measured on the experiments of the paper's authors.
  constexpr double size_tolerance = 10.0;
  constexpr double background_tolerance = 0.005;
  EXPECT_NEAR(sizes[900], 370.0, size_tolerance);
  EXPECT_NEAR(background, 0.78, background_tolerance);
}

TEST(SimulatePlateaus, GrowsAThousandDistinctCellsIfAsked) {
  constexpr std::uint64_t trials = 100;
  std::size_t full = 0;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    const auto counts = count_values(simulate({.kind = "plateaus", .rows = 1, .seed = seed, .distinct = true}).truth);
    for (const double mean : {-2, -3, -5, 5, 3, 2}) {
      EXPECT_GE(counts.at(mean), 1U);
      EXPECT_LE(counts.at(mean), 1000U);
      full += counts.at(mean) == 1000 ? 1U : 0U;
    }
    EXPECT_EQ(counts.at(-2), 1000U) << "the first plateau has nothing in its way";
  }
  // Few plateaus (measured: 3 %) start in a pocket that older plateaus have cut off.
  constexpr double least_share = 0.95;
  EXPECT_GT(static_cast<double>(full), least_share * 6 * trials);
}

TEST(SimulatePlateaus, GrowsConnectedPlateaus) {
  for (const bool distinct : {false, true}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Simulation result = simulate({.kind = "plateaus", .rows = 1, .seed = seed, .distinct = distinct});
      for (const double mean : {-2, -3, -5, 5, 3, 2}) EXPECT_EQ(count_regions(result.truth, mean), 1U);
    }
  }
}

TEST(SimulatePlateaus, DrawsEveryCellEquallyOftenAndAddsUnitNoise) {
  constexpr std::size_t rows = 1000000;
  const Simulation result = simulate({.kind = "plateaus", .rows = rows, .seed = 5});
  std::vector<double> counts(cell_count, 0.0);
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t row = 0; row < rows; ++row) {
    const double x1 = result.sample.features[0][row];
    const double x2 = result.sample.features[1][row];
    ASSERT_EQ(x1, std::floor(x1));
    ASSERT_TRUE(x1 >= 0 && x1 < side && x2 >= 0 && x2 < side);
    const auto cell = static_cast<std::size_t>(x1) * side + static_cast<std::size_t>(x2);
    ++counts[cell];
    const double noise = result.sample.outcome[row] - result.truth.outcome[cell];
    sum += noise;
    squares += noise * noise;
  }
  constexpr double expected = static_cast<double>(rows) / cell_count;
  double chi_squared = 0.0;
  for (const double n : counts) chi_squared += (n - expected) * (n - expected) / expected;
  EXPECT_NEAR(chi_squared, cell_count - 1, five_sigma * std::sqrt(2.0 * cell_count));
  EXPECT_NEAR(sum / rows, 0.0, five_sigma / std::sqrt(rows));
  EXPECT_NEAR(squares / rows, 1.0, five_sigma * std::sqrt(2.0 / rows));
}

// The truth at the grid point in whose square (x1, x2) lies.
double truth_at(const Simulation& result, double x1, double x2) {
  const auto index = [](double x) { return static_cast<std::size_t>((x + 2.5) / 0.05); };
  return result.truth.outcome[index(x1) * side + index(x2)];
}

TEST(SimulateScenario, EvaluatesTheTruthAtTheMidpointsOfTheSquares) {
  const Simulation result = simulate({.kind = "scenario4", .rows = 1});
  EXPECT_DOUBLE_EQ(result.truth.features[0].front(), -2.475);
  EXPECT_DOUBLE_EQ(result.truth.features[1][1], -2.425);
  EXPECT_DOUBLE_EQ(result.truth.features[0].back(), 2.475);
  EXPECT_DOUBLE_EQ(result.truth.features[1].back(), 2.475);
}

TEST(SimulateScenario, OneIsTheSignWhereBothFeaturesAgree) {
  const Simulation result = simulate({.kind = "scenario1", .rows = 1});
  EXPECT_EQ(truth_at(result, 1, 1), 1);
  EXPECT_EQ(truth_at(result, -1, -1), -1);
  EXPECT_EQ(truth_at(result, 1, -1), 0);
  EXPECT_EQ(truth_at(result, -1, 1), 0);
  EXPECT_EQ(count_values(result.truth), (std::map<double, std::size_t>{{-1, 2500}, {0, 5000}, {1, 2500}}));
}

TEST(SimulateScenario, TwoIsACheckerboard) {
  const Simulation result = simulate({.kind = "scenario2", .rows = 1});
  EXPECT_EQ(truth_at(result, 1, 1), -1);
  EXPECT_EQ(truth_at(result, -1, -1), -1);
  EXPECT_EQ(truth_at(result, 1, -1), 1);
  EXPECT_EQ(truth_at(result, -1, 1), 1);
}

TEST(SimulateScenario, ThreeHasSixRectangles) {
  const Simulation result = simulate({.kind = "scenario3", .rows = 1});
  EXPECT_EQ(truth_at(result, -0.88, -1.29), -3);
  EXPECT_EQ(truth_at(result, -0.88, -1.21), 1);
  EXPECT_EQ(truth_at(result, -0.79, -0.04), -2);
  EXPECT_EQ(truth_at(result, -0.79, 0.04), 2);
  EXPECT_EQ(truth_at(result, 0.79, -0.04), -2);
  EXPECT_EQ(truth_at(result, 0.88, 1.21), -1);
  EXPECT_EQ(truth_at(result, 0.88, 1.29), 3);
  EXPECT_EQ(count_values(result.truth).size(), 6U);
  for (const double value : {-3, -2, -1, 1, 2, 3}) EXPECT_EQ(count_regions(result.truth, value), 1U);
}

TEST(SimulateScenario, FourHasTwoEqualHills) {
  const Simulation result = simulate({.kind = "scenario4", .rows = 1});
  // Symmetry holds but for the rounding of the midpoints.
  constexpr double rounding = 1e-13;
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    EXPECT_NEAR(result.truth.outcome[cell], result.truth.outcome[cell_count - 1 - cell], rounding);
  }
  const double near_hill = 10.0 / (2 * std::pow(0.025 / 3, 2) + 1) + 10.0 / (2 * std::pow(4.975 / 3, 2) + 1);
  EXPECT_NEAR(result.truth.outcome.front(), near_hill, rounding);
  const double middle = 10.0 / (2 * std::pow(2.475 / 3, 2) + 1) + 10.0 / (2 * std::pow(2.525 / 3, 2) + 1);
  EXPECT_NEAR(truth_at(result, 0.01, 0.01), middle, rounding);
}

TEST(SimulateScenario, DrawsTheFeaturesUniformlyAndIndependently) {
  constexpr std::size_t rows = 200000;
  const Simulation result = simulate({.kind = "scenario2", .rows = rows, .seed = 6});
  double product = 0.0;
  for (const auto& column : result.sample.features) {
    double sum = 0.0;
    for (const double x : column) {
      ASSERT_GE(x, -2.5);
      ASSERT_LT(x, 2.5);
      sum += x;
    }
    EXPECT_NEAR(sum / rows, 0.0, five_sigma * 5.0 / std::sqrt(12.0 * rows));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    product += result.sample.features[0][row] * result.sample.features[1][row];
  }
  EXPECT_NEAR(product / rows, 0.0, five_sigma * (25.0 / 12.0) / std::sqrt(rows));
}

TEST(Simulate, RefusesAnUnknownKindAndListsTheKnownOnes) {
  const std::string message = refusal({.kind = "scenario5", .rows = 10});
  EXPECT_NE(message.find("'scenario5'"), std::string::npos) << message;
  EXPECT_NE(message.find("plateaus, scenario1, scenario2, scenario3, scenario4"), std::string::npos) << message;
}

TEST(Simulate, RefusesToDrawNoRows) {
  EXPECT_NE(refusal({.kind = "plateaus", .rows = 0}).find("0 rows"), std::string::npos);
}

TEST(Simulate, RefusesDistinctCellsForAKindWithoutCells) {
  EXPECT_NE(refusal({.kind = "scenario1", .rows = 10, .distinct = true}).find("plateaus only"), std::string::npos);
}

}  // namespace
}  // namespace gaptv
