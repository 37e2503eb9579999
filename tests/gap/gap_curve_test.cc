// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/gap/gap_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/loss/cell_loss.h"
#include "tests/oracles/gap_oracle.h"

namespace gaptv::testing {
namespace {

// log W of sums in another order.
constexpr double rounding = 1e-10;
// From this many rows on the curve comes from the histogram on the refinement (one or two features).
constexpr std::size_t enough_for_the_refinement = 61000;

Dataset random_data(std::size_t features, std::size_t rows, bool is_weighted, Random& random) {
  Dataset data;
  data.features.resize(features);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t j = 0; j < features; ++j) {
      data.features[j].push_back(j == 1 ? static_cast<double>(random.below(15)) : random.normal());
    }
    data.outcome.push_back(100 + (data.features[0].back() > 0.3 ? 2 : 0) + random.normal());
    if (is_weighted) data.weight.push_back(1.0 + static_cast<double>(random.below(4)));
  }
  return data;
}

double gaussian_reference(const DataView& data) {
  return squared_loss().gap_reference({total_weight(data), 0, {}, 0});
}

GapCurve curve_of(const Dataset& data, const std::vector<std::size_t>& candidates,
                  GapFormula formula = GapFormula::mean_pair_distance, std::size_t threads = 1) {
  Progress progress;
  const DataView view = data.view();
  const BinnedRows rows(view, std::vector(data.features.size(), candidates), threads, progress);
  const OutcomeScale scale = outcome_scale(view, threads);
  const GapOptions options{candidates, formula, gaussian_reference(view), threads};
  return gap_curve(sum_within_candidates(rows, scale, options, progress), scale.unit, options);
}

std::vector<std::size_t> up_to(std::size_t last) {
  std::vector<std::size_t> candidates;
  for (std::size_t q = 2; q <= last; ++q) candidates.push_back(q);
  return candidates;
}

class GapCurveOf : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Features, GapCurveOf, ::testing::Values(1U, 2U, 3U));

TEST_P(GapCurveOf, IsThatOfALoopOverAllPairs) {
  Random random(111);
  for (const bool is_weighted : {false, true}) {
    for (const std::size_t rows : {20U, 300U}) {
      const Dataset data = random_data(GetParam(), rows, is_weighted, random);
      const GapCurve curve = curve_of(data, up_to(20));
      ASSERT_EQ(curve.bins.size(), 19U);
      for (std::size_t i = 0; i < curve.bins.size(); ++i) {
        const double expected = std::log(within_cell_sum_by_pairs(data, curve.bins[i]));
        if (std::isinf(expected)) {
          EXPECT_EQ(curve.log_w[i], expected);
        } else {
          EXPECT_NEAR(curve.log_w[i], expected, rounding) << curve.bins[i] << " bins, " << rows << " rows";
        }
      }
    }
  }
}

TEST_P(GapCurveOf, AsPrintedIsTheScatterWithinTheCells) {
  Random random(112);
  const Dataset data = random_data(GetParam(), 200, true, random);
  const GapCurve curve = curve_of(data, up_to(12), GapFormula::as_printed);
  for (std::size_t i = 0; i < curve.bins.size(); ++i) {
    const double expected = within_cell_sum_by_pairs(data, curve.bins[i], true);
    if (expected > 0) {
      EXPECT_NEAR(curve.log_w[i], std::log(expected), rounding);
    }
  }
}

TEST_P(GapCurveOf, ManyRowsIsThatOfATablePerCandidate) {
  Random random(113);
  for (const bool is_weighted : {false, true}) {
    const Dataset data = random_data(GetParam(), enough_for_the_refinement, is_weighted, random);
    const std::vector<std::size_t> candidates = up_to(25);
    const GapCurve curve = curve_of(data, candidates);
    Progress progress;
    const DataView view = data.view();
    const BinnedRows rows(view, std::vector(GetParam(), candidates), 1, progress);
    const OutcomeScale scale = outcome_scale(view, 1);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Grid grid = rows.grid(std::vector<std::size_t>(GetParam(), candidates[i]));
      const double sum = sum_within_cells(rows.tabulate(grid, scale), GapFormula::mean_pair_distance);
      EXPECT_NEAR(curve.log_w[i], std::log(sum) + 2 * std::log(scale.unit), rounding) << candidates[i] << " bins";
    }
  }
}

TEST_P(GapCurveOf, IsTheSameOnEveryNumberOfThreads) {
  Random random(114);
  for (const std::size_t rows : {std::size_t{500}, enough_for_the_refinement}) {
    const Dataset data = random_data(GetParam(), rows, false, random);
    const GapCurve one = curve_of(data, up_to(15), GapFormula::mean_pair_distance, 1);
    for (const std::size_t threads : {2U, 7U}) {
      const GapCurve several = curve_of(data, up_to(15), GapFormula::mean_pair_distance, threads);
      EXPECT_EQ(several.log_w, one.log_w);
      EXPECT_EQ(several.gap, one.gap);
    }
  }
}

TEST(GapCurve, IsTheReferenceMinusTheLogarithm) {
  Random random(115);
  const Dataset data = random_data(2, 400, true, random);
  const GapCurve curve = curve_of(data, up_to(9));
  const double reference = gaussian_reference(data.view());
  for (std::size_t i = 0; i < curve.bins.size(); ++i) EXPECT_DOUBLE_EQ(curve.gap[i], reference - curve.log_w[i]);
}

TEST(GapCurve, OfOutcomesOfAnySizeIsShifted) {
  Random random(116);
  Dataset data = random_data(2, 400, false, random);
  const GapCurve plain = curve_of(data, up_to(9));
  for (const double factor : {1e-300, 1e100}) {
    Dataset scaled = data;
    for (double& y : scaled.outcome) y *= factor;
    const GapCurve curve = curve_of(scaled, up_to(9));
    for (std::size_t i = 0; i < curve.bins.size(); ++i) {
      EXPECT_NEAR(curve.log_w[i], plain.log_w[i] + 2 * std::log(factor), 1e-9);
    }
  }
}

TEST(GapCurve, OfConstantOutcomesIsMinusInfinityAndChoosesTheSmallest) {
  Random random(117);
  Dataset data = random_data(1, 50, false, random);
  data.outcome.assign(50, 3.5);
  const GapCurve curve = curve_of(data, up_to(9));
  for (const double log_w : curve.log_w) EXPECT_EQ(log_w, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(choose_bins(curve), 2U);
}

TEST(ChooseBins, TakesTheLargestSumAndTheSmallerOfEquals) {
  EXPECT_EQ(choose_bins({{2, 3, 4, 5}, {0.1, 0.7, 0.7, 0.2}, {}}), 3U);
  EXPECT_EQ(choose_bins({{2, 3, 4, 5}, {0.7, 0.1, 0.3, 0.7}, {}}), 2U);
  EXPECT_EQ(choose_bins({{6}, {-1.0}, {}}), 6U);
}

// With four distinct values every q from some point on gives the same grid: a true tie, which rounding must not break.
TEST(ChooseBins, GridsThatTiesMakeEqualAreEqualToTheLastBit) {
  Random random(118);
  for (const std::size_t rows : {std::size_t{400}, enough_for_the_refinement}) {
    Dataset data;
    data.features.resize(1);
    for (std::size_t row = 0; row < rows; ++row) {
      data.features[0].push_back(static_cast<double>(random.below(4)));
      data.outcome.push_back(random.normal());
    }
    const GapCurve curve = curve_of(data, up_to(50));
    EXPECT_EQ(curve.log_w[30], curve.log_w[48]);
    EXPECT_LE(choose_bins(curve), 10U);
  }
}

TEST(ChooseBins, OnPureNoiseGivesAboutTheSquareRootOfRowsOver179) {
  for (const std::size_t rows : {200U, 500U, 2000U}) {
    double sum = 0;
    constexpr int trials = 10;
    for (int trial = 0; trial < trials; ++trial) {
      Random random(119, static_cast<std::uint64_t>(trial));
      Dataset data;
      data.features.resize(2);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
        data.outcome.push_back(random.normal());
      }
      sum += static_cast<double>(choose_bins(curve_of(data, up_to(50))));
    }
    const double expected = std::sqrt(static_cast<double>(rows) / 1.79);
    EXPECT_NEAR(sum / trials, expected, 0.15 * expected) << rows << " rows";
  }
}

TEST(ChooseBins, ByTheFormulaAsPrintedGivesTwoOnPureNoise) {
  Random random(120);
  Dataset data;
  data.features.resize(2);
  for (std::size_t row = 0; row < 1000; ++row) {
    for (std::vector<double>& feature : data.features) feature.push_back(random.uniform());
    data.outcome.push_back(random.normal());
  }
  EXPECT_EQ(choose_bins(curve_of(data, up_to(50), GapFormula::as_printed)), 2U);
}

}  // namespace
}  // namespace gaptv::testing
