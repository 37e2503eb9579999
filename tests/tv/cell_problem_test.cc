// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/cell_problem.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace gaptv::testing {
namespace {

Axis axis_of(std::vector<double> edges, double lowest, double highest) {
  Axis axis;
  axis.edges = std::move(edges);
  axis.lowest = lowest;
  axis.highest = highest;
  return axis;
}

TEST(MetricEdges, WeighOneOverTheDistanceOfTheCentres) {
  const Grid even{{axis_of({1, 2, 3}, 0, 4)}};
  const std::vector<double> ones = metric_edge_weights(even).front();
  EXPECT_EQ(ones, (std::vector<double>{1, 1, 1}));
  // Bins of width 1, 2 and 3, on average 2: distances 1.5 and 2.5.
  const Grid uneven{{axis_of({1, 3}, 0, 6), axis_of({}, 5, 5)}};
  const std::vector<std::vector<double>> weights = metric_edge_weights(uneven);
  ASSERT_EQ(weights.size(), 2U);
  ASSERT_EQ(weights[0].size(), 2U);
  EXPECT_DOUBLE_EQ(weights[0][0], 2 / 1.5);
  EXPECT_DOUBLE_EQ(weights[0][1], 2 / 2.5);
  EXPECT_TRUE(weights[1].empty());
}

TEST(MetricEdges, StayWithinAFactorOfFour) {
  const Grid skewed{{axis_of({1e-6, 2e-6, 3e-6}, 0, 1000)}};
  const std::vector<double> weights = metric_edge_weights(skewed).front();
  EXPECT_DOUBLE_EQ(weights.front(), 4);
  EXPECT_NEAR(weights.back(), 0.5, 1e-8);  // half of 1000 apart, where bins are 250 wide on average
}

}  // namespace
}  // namespace gaptv::testing
