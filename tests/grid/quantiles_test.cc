// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/quantiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/oracles/gap_oracle.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

const std::vector<std::size_t> candidates = {2, 3, 4, 5, 6, 7, 12, 24, 49, 50};

Numbers random_column(std::size_t rows, Random& random, bool has_ties) {
  Numbers column(rows);
  for (double& x : column) x = has_ties ? static_cast<double>(random.below(9)) : std::exp(random.normal());
  return column;
}

Quantiles quantiles_of(const ColumnView& column, const ColumnView& weight, const std::vector<std::size_t>& bins,
                       std::size_t threads, WeightKind kind = WeightKind::copies) {
  ColumnBuckets buckets(column, threads);
  return {buckets, weight, kind, bins};
}

TEST(Quantiles, WithoutTiesAreNumpysToTheLastBit) {
  Random random(61);
  for (const std::size_t rows : {1000U, 1001U, 30000U}) {
    const Numbers column = random_column(rows, random, false);
    const Quantiles quantiles = quantiles_of(column, {}, candidates, 1);
    for (const std::size_t q : candidates) {
      Numbers numpys;
      for (std::size_t i = 1; i < q; ++i) numpys.push_back(numpy_quantile(column, i, q));
      EXPECT_EQ(quantiles.edges(q), numpys) << rows << ' ' << q;
    }
  }
}

TEST(Quantiles, AreThoseOfTheRuleToTheLastBit) {
  Random random(61);
  for (const std::size_t rows : {1U, 2U, 3U, 10U, 101U, 1000U, 30000U}) {
    for (const bool has_ties : {false, true}) {
      const Numbers column = random_column(rows, random, has_ties);
      const Quantiles quantiles = quantiles_of(column, {}, candidates, 1);
      for (const std::size_t q : candidates)
        EXPECT_EQ(quantiles.edges(q), quantile_edges(column, q)) << rows << ' ' << q;
    }
  }
}

// From numpy 1.26: numpy.quantile([1, 2, 4, 8, 16], [0.25, 0.5, 0.75]) and numpy.quantile([0, 1, 2], [1/3, 2/3]).
TEST(Quantiles, AgreeWithValuesThatNumpyPrinted) {
  EXPECT_EQ(quantiles_of(Numbers{16, 1, 8, 2, 4}, {}, {4}, 1).edges(4), (Numbers{2, 4, 8}));
  const Numbers thirds = quantiles_of(Numbers{0, 1, 2}, {}, {3}, 1).edges(3);
  EXPECT_DOUBLE_EQ(thirds[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(thirds[1], 4.0 / 3);
}

TEST(Quantiles, AWeightIsSoManyRowsToTheLastBit) {
  Random random(62);
  for (int trial = 0; trial < 30; ++trial) {
    Dataset data;
    data.features = {random_column(200, random, trial % 3 == 0)};
    data.outcome.assign(200, 0.0);
    for (std::size_t row = 0; row < 200; ++row) data.weight.push_back(1.0 + static_cast<double>(random.below(5)));
    const Quantiles weighted = quantiles_of(data.features[0], data.weight, candidates, 1);
    const Numbers repeated = with_repeated_rows(data).features[0];
    const Quantiles unweighted = quantiles_of(repeated, {}, candidates, 1);
    for (const std::size_t q : candidates) EXPECT_EQ(weighted.edges(q), unweighted.edges(q)) << trial << ' ' << q;
  }
}

TEST(Quantiles, WeightsOfOneChangeNothing) {
  Random random(63);
  const Numbers column = random_column(1234, random, false);
  const Quantiles weighted = quantiles_of(column, Numbers(1234, 1.0), candidates, 1);
  const Quantiles unweighted = quantiles_of(column, {}, candidates, 1);
  for (const std::size_t q : candidates) EXPECT_EQ(weighted.edges(q), unweighted.edges(q));
}

void expect_near(const Numbers& a, const Numbers& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

// Interpolated values of size 100 at most.
constexpr double interpolation_rounding = 1e-10;

TEST(Quantiles, OfOtherWeightsAreThoseOfTheRowsIfAllAreEqual) {
  Random random(66);
  for (const bool has_ties : {false, true}) {
    const Numbers column = random_column(1000, random, has_ties);
    const Quantiles weighted = quantiles_of(column, Numbers(1000, 0.37), candidates, 1, WeightKind::precision);
    const Quantiles unweighted = quantiles_of(column, {}, candidates, 1);
    for (const std::size_t q : candidates) expect_near(weighted.edges(q), unweighted.edges(q), interpolation_rounding);
  }
}

TEST(Quantiles, OfOtherWeightsKnowNoUnitAndMirror) {
  Random random(67);
  for (int trial = 0; trial < 50; ++trial) {
    const Numbers column = random_column(40, random, trial % 2 == 0);
    Numbers weight(column.size());
    for (double& w : weight) w = std::exp(3 * random.normal());
    Numbers in_other_unit = weight;
    for (double& w : in_other_unit) w *= 0.1;
    Numbers negated = column;
    for (double& x : negated) x = -x;
    const auto edges = [](const Numbers& x, const Numbers& w) {
      return quantiles_of(x, w, {5}, 1, WeightKind::precision).edges(5);
    };
    expect_near(edges(column, in_other_unit), edges(column, weight), interpolation_rounding);
    Numbers mirrored = edges(negated, weight);
    std::ranges::reverse(mirrored);
    for (double& edge : mirrored) edge = -edge;
    expect_near(edges(column, weight), mirrored, interpolation_rounding);
  }
}

// Nine tenths of the weight at 5: it has a bin of its own, which is not cut into empty ones.
TEST(Quantiles, OfAHeavyRowCutItOff) {
  const Quantiles quantiles =
      quantiles_of(Numbers{1, 2, 5, 7, 8}, Numbers{1, 1, 36, 1, 1}, {10}, 1, WeightKind::precision);
  EXPECT_EQ(quantiles.edges(10), (Numbers{3.5, 6}));
}

TEST(Quantiles, OfFractionalWeightsLieBetweenTheExtremes) {
  const Quantiles quantiles = quantiles_of(Numbers{3, 1, 2}, Numbers{0.1, 0.2, 0.3}, {2, 5}, 1, WeightKind::precision);
  for (const std::size_t q : {2U, 5U}) {
    for (const double edge : quantiles.edges(q)) {
      EXPECT_GT(edge, 1);
      EXPECT_LE(edge, 3);
    }
  }
}

TEST(Quantiles, RepeatedEdgesCollapseToTheEndsOfAStretchOfEqualRows) {
  const Numbers column = {1, 2, 2, 2, 2, 2, 2, 2, 2, 3};
  EXPECT_EQ(quantiles_of(column, {}, {5}, 1).edges(5), (Numbers{1.5, 2.5}));
}

// A share of 0.8 below the first value; both columns are cut once, though numpy's median is the smallest value of one
// and the largest of the other.
TEST(Quantiles, TwoValuesAreSeparatedWhicheverIsTheMedian) {
  EXPECT_EQ(quantiles_of(Numbers{1, 1, 1, 1, 9}, {}, {2}, 1).edges(2), Numbers{5});
  EXPECT_EQ(quantiles_of(Numbers{1, 9, 9, 9, 9}, {}, {2}, 1).edges(2), Numbers{5});
}

TEST(Quantiles, ACutThatSeparatesNothingIsLeftOut) {
  // The first tenths fall on zeros, nearer to the end of the column than to the first one.
  Numbers column(40, 0.0);
  for (int i = 1; i <= 61; ++i) column.push_back(i);
  EXPECT_EQ(quantiles_of(column, {}, {10}, 1).edges(10), (Numbers{0.5, 11, 21, 31, 41, 51}));
}

// 2/7 and 5/7 stand in the exact middle of a stretch of three; below, so does the median.
TEST(Quantiles, InTheExactMiddleOfAStretchTheEndTowardsTheMedianIsTaken) {
  const Numbers column = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};
  EXPECT_EQ(quantiles_of(column, {}, {7}, 1).edges(7), (Numbers{0.5, 1.5, 2.5, 3.5}));
  EXPECT_EQ(quantiles_of(Numbers{0, 0, 0, 1, 1, 1, 2, 2, 2}, {}, {2}, 1).edges(2), Numbers{0.5});
}

TEST(Quantiles, AConstantColumnHasNoEdge) {
  const Quantiles quantiles = quantiles_of(Numbers(100, 4.5), {}, candidates, 1);
  for (const std::size_t q : candidates) EXPECT_TRUE(quantiles.edges(q).empty());
  EXPECT_EQ(quantiles.lowest(), 4.5);
  EXPECT_EQ(quantiles.highest(), 4.5);
}

TEST(Quantiles, EdgesAreStrictlyIncreasingAndFiniteOnTheWidestRange) {
  constexpr double widest = std::numeric_limits<double>::max();
  Random random(64);
  Numbers column = {-widest, widest};
  for (int i = 0; i < 60; ++i) column.push_back((2 * random.uniform() - 1) * widest);
  const Quantiles quantiles = quantiles_of(column, {}, candidates, 1);
  for (const std::size_t q : candidates) {
    const Numbers edges = quantiles.edges(q);
    EXPECT_EQ(edges.size(), q - 1);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      EXPECT_TRUE(std::isfinite(edges[i]));
      if (i > 0) {
        EXPECT_GT(edges[i], edges[i - 1]);
      }
    }
  }
}

TEST(Quantiles, AreTheSameOnEveryNumberOfThreads) {
  Random random(65);
  const Numbers column = random_column(200000, random, false);
  const Quantiles one = quantiles_of(column, {}, candidates, 1);
  for (const std::size_t threads : {2U, 7U}) {
    const Quantiles several = quantiles_of(column, {}, candidates, threads);
    for (const std::size_t q : candidates) EXPECT_EQ(several.edges(q), one.edges(q));
  }
}

}  // namespace
}  // namespace gaptv::testing
