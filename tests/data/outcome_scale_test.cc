// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/outcome_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

OutcomeScale scale_of(const std::vector<double>& outcome, std::size_t threads = 1) {
  Dataset data;
  data.outcome = outcome;
  data.outcome_name = "y";
  return outcome_scale(data.view(), threads);
}

std::vector<double> normal_outcomes(std::size_t rows, double offset, double factor) {
  Random random(141);
  std::vector<double> outcome(rows);
  for (double& y : outcome) y = offset + factor * random.normal();
  return outcome;
}

TEST(OutcomeScale, MakesTheLargestDeviationLieBetweenAHalfAndOne) {
  for (const double factor : {1e-300, 1e-9, 1.0, 1e100, 1e140}) {
    for (const double offset : {0.0, 5 * factor, 1e8 * factor}) {
      const std::vector<double> outcome = normal_outcomes(500, offset, factor);
      const OutcomeScale scale = scale_of(outcome);
      double largest = 0;
      for (const double y : outcome) largest = std::max(largest, std::abs(scale.to_scaled(y)));
      EXPECT_GE(largest, 0.5);
      EXPECT_LE(largest, 1);
    }
  }
}

TEST(OutcomeScale, ThereAndBackLosesNoMoreThanRounding) {
  const std::vector<double> outcome = normal_outcomes(500, 1e8, 3);
  const OutcomeScale scale = scale_of(outcome);
  for (const double y : outcome) EXPECT_DOUBLE_EQ(scale.to_outcome(scale.to_scaled(y)), y);
}

TEST(OutcomeScale, HasAPowerOfTwoAsUnit) {
  const OutcomeScale scale = scale_of(normal_outcomes(100, 3, 7));
  int exponent = 0;
  EXPECT_EQ(std::frexp(scale.unit, &exponent), 0.5);
  EXPECT_EQ(scale.unit * scale.inverse_unit, 1);
}

TEST(OutcomeScale, IsCentredWhereTheOutcomesAreAndNotAtAnOutlier) {
  std::vector<double> outcome = normal_outcomes(5000, 10, 1);
  outcome[0] = 1e12;
  outcome[4321] = -1e12;
  EXPECT_NEAR(scale_of(outcome).center, 10, 0.5);
}

TEST(OutcomeScale, OfEqualOutcomesIsTheOutcome) {
  const OutcomeScale scale = scale_of(std::vector<double>(10, 0.1));
  EXPECT_EQ(scale.center, 0.1);
  EXPECT_EQ(scale.to_scaled(0.1), 0);
  EXPECT_EQ(scale.unit, 1);
}

TEST(OutcomeScale, SubnormalOutcomesKeepTheirDigits) {
  const std::vector<double> outcome = {5e-324, 1e-323, 4e-310, 2e-310};
  const OutcomeScale scale = scale_of(outcome);
  EXPECT_TRUE(std::isfinite(scale.inverse_unit));
  for (const double y : outcome) EXPECT_EQ(scale.to_outcome(scale.to_scaled(y)), y);
}

TEST(OutcomeScale, RefusesWhatWouldOverflowWhenSquared) {
  EXPECT_THROW(scale_of({0, 1, 1e200}), InvalidInput);
  EXPECT_THROW(scale_of({-1.7e308, 0, 1.7e308}), InvalidInput);
  EXPECT_NO_THROW(scale_of({1e300, 1e300}));
}

TEST(OutcomeScale, IsTheSameOnEveryNumberOfThreads) {
  const std::vector<double> outcome = normal_outcomes(700000, 3, 2);
  const OutcomeScale one = scale_of(outcome, 1);
  for (const std::size_t threads : {2U, 7U}) {
    EXPECT_EQ(scale_of(outcome, threads).center, one.center);
    EXPECT_EQ(scale_of(outcome, threads).unit, one.unit);
  }
}

}  // namespace
}  // namespace gaptv::testing
