// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/suite_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "experiments/case_recipe.h"
#include "gaptv/base/error.h"

namespace gaptv::testing {
namespace {

constexpr double five_sigma = 5.0;  // seeds are fixed; the width says how unlikely a failure of a right program was

TEST(SuiteCases, HaveDifferentNamesValidRowsAndTruthsOfTenThousandPoints) {
  std::set<std::string> names;
  for (const PresetCase& of_case : suite_cases()) {
    EXPECT_TRUE(names.insert(of_case.name).second) << of_case.name;
    const Simulation simulation = of_case.make(60, 100001);
    check(simulation.sample.view());
    EXPECT_EQ(simulation.sample.rows(), 60U) << of_case.name;
    EXPECT_EQ(simulation.sample.features.size(), of_case.features) << of_case.name;
    EXPECT_EQ(simulation.truth.features.size(), of_case.features) << of_case.name;
    EXPECT_EQ(simulation.truth.rows(), 10000U) << of_case.name;
    EXPECT_NE(of_case.make_fresh_rows(60, 100001).outcome, simulation.sample.outcome) << of_case.name;
  }
}

TEST(SuiteCases, AreFoundByNameAndOthersAreRefusedWithAllNames) {
  EXPECT_EQ(find_suite_case("rare-class").loss, "binomial");
  try {
    find_suite_case("rare");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("rare-class"), std::string::npos);
  }
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  Moments result;
  for (const double value : values) result.mean += value / count;
  for (const double value : values) result.variance += std::pow(value - result.mean, 2) / (count - 1);
  return result;
}

TEST(OverdispersedCount, HasTheMeanAskedForAndAMultipleOfItAsVariance) {
  constexpr std::size_t draws = 200000;
  for (const double ratio : {3.0, 13.0}) {
    for (const double mean : {0.4, 2.0, 12.0}) {
      Random random(7);
      const auto outcome = overdispersed_count(ratio);
      std::vector<double> counts(draws);
      for (double& count : counts) {
        count = outcome(mean, random);
        ASSERT_TRUE(count >= 0 && count == std::floor(count));
      }
      const Moments found = moments_of(counts);
      EXPECT_NEAR(found.mean, mean, five_sigma * std::sqrt(ratio * mean / draws));
      // The standard error of a variance from the fourth moment of these draws.
      double fourth = 0;
      for (const double count : counts) fourth += std::pow(count - found.mean, 4) / draws;
      const double error = std::sqrt((fourth - found.variance * found.variance) / draws);
      EXPECT_NEAR(found.variance, ratio * mean, five_sigma * error) << ratio << " at mean " << mean;
    }
  }
}

TEST(SuiteCases, CountsVaryMoreThanPoissonBySoMuch) {
  const std::map<std::string, double> ratios = {
      {"counts", 1}, {"counts-over-3", 3}, {"counts-over-13", 13}, {"counts-over-13-smooth", 13}};
  // Rows of fresh outcomes have no truth beside them, so rows are compared with the nearest points of the truth, only
  // where its neighbours have nearly the same rate. Pearson's statistic then estimates the ratio.
  constexpr double tolerance = 0.07;  // relative; measured differences are below 0.03
  for (const auto& [name, ratio] : ratios) {
    const Simulation simulation = find_suite_case(name).make(40000, 100001);
    double sum = 0;
    std::size_t used = 0;
    for (std::size_t row = 0; row < simulation.sample.rows(); ++row) {
      const auto place = [&](std::size_t j) {
        return std::clamp<std::size_t>(static_cast<std::size_t>(simulation.sample.features[j][row] * 100), 1, 98);
      };
      const std::size_t point = place(0) * 100 + place(1);
      const std::vector<double>& truth = simulation.truth.outcome;
      const double rate = truth[point];
      const auto differs = [&](std::size_t other) { return std::abs(truth[other] / rate - 1) > 0.2; };
      if (differs(point - 1) || differs(point + 1) || differs(point - 100) || differs(point + 100)) continue;
      sum += std::pow(simulation.sample.outcome[row] - rate, 2) / rate;
      ++used;
    }
    EXPECT_GT(used, 30000U) << name;
    EXPECT_NEAR(sum / static_cast<double>(used) / ratio, 1, tolerance) << name;
  }
}

TEST(SuiteCases, RareClassHasThreePercentOnThreePlateaus) {
  const Simulation simulation = find_suite_case("rare-class").make(100000, 100001);
  EXPECT_NEAR(moments_of(simulation.sample.outcome).mean, 0.03, five_sigma * std::sqrt(0.03 / 100000));
  EXPECT_NEAR(moments_of(simulation.truth.outcome).mean, 0.03, 0.0005);
  EXPECT_EQ(std::set<double>(simulation.truth.outcome.begin(), simulation.truth.outcome.end()).size(), 3U);
}

// The largest difference of the truth between points that differ in this feature only.
double effect_of(const Dataset& truth, std::size_t feature) {
  std::map<std::vector<double>, std::pair<double, double>> ranges;
  for (std::size_t point = 0; point < truth.rows(); ++point) {
    std::vector<double> others;
    for (std::size_t j = 0; j < truth.features.size(); ++j) {
      if (j != feature) others.push_back(truth.features[j][point]);
    }
    const double value = truth.outcome[point];
    auto& range = ranges.try_emplace(others, value, value).first->second;
    range = {std::min(range.first, value), std::max(range.second, value)};
  }
  double largest = 0;
  for (const auto& [others, range] : ranges) largest = std::max(largest, range.second - range.first);
  return largest;
}

TEST(SuiteCases, UselessFeaturesDoNotMoveTheTruthAndOthersDo) {
  for (const char* const name : {"useless-second", "useless-second-steps", "slope-class"}) {
    const Dataset truth = find_suite_case(name).make(1, 1).truth;
    EXPECT_EQ(effect_of(truth, 1), 0) << name;
    EXPECT_GT(effect_of(truth, 0), 0.5) << name;
  }
  const Dataset third = find_suite_case("useless-third").make(1, 1).truth;
  EXPECT_EQ(effect_of(third, 2), 0);
  EXPECT_GT(effect_of(third, 0), 1);
  EXPECT_GT(effect_of(third, 1), 1);
  const Dataset two = find_suite_case("useless-two").make(1, 1).truth;
  EXPECT_EQ(effect_of(two, 1), 0);
  EXPECT_EQ(effect_of(two, 2), 0);
  const Dataset dominant = find_suite_case("dominant-curve").make(1, 1).truth;
  EXPECT_GT(effect_of(dominant, 1), 0.5);
  EXPECT_LT(effect_of(dominant, 1), effect_of(dominant, 0) / 7);
}

TEST(SuiteCases, NoiseHasTheDeviationThatItsNameSays) {
  const std::map<std::string, double> deviations = {{"smooth-exact", 0}, {"smooth-quiet", 0.2}, {"gradient", 0.5}};
  for (const auto& [name, deviation] : deviations) {
    const Simulation simulation = find_suite_case(name).make(20000, 100001);
    // The truth at the nearest point of the grid differs by the slope within half a step; few points are steep.
    std::vector<double> noise;
    for (std::size_t row = 0; row < simulation.sample.rows(); ++row) {
      const auto place = [&](std::size_t j) {
        return static_cast<std::size_t>(simulation.sample.features[j][row] * 100);
      };
      noise.push_back(simulation.sample.outcome[row] - simulation.truth.outcome[place(0) * 100 + place(1)]);
    }
    constexpr double of_grid = 0.03;  // the deviation that the distance to grid points adds, at most
    EXPECT_NEAR(std::sqrt(moments_of(noise).variance), deviation, of_grid) << name;
  }
}

}  // namespace
}  // namespace gaptv::testing
