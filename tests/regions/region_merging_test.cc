// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_merging.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gaptv/base/random.h"
#include "gaptv/grid/connected_cells.h"

namespace gaptv {
namespace {

double unit_variance(double /*mean*/) {
  return 1;
}

// The same by the definition: look at all pairs of neighbouring regions again after every join.
std::vector<double> merged_pair_by_pair(const Shape& shape, std::vector<double> values,
                                        const std::vector<double>& weight, double price) {
  while (true) {
    const ConnectedCells regions = connect_equal_cells(shape, values);
    std::vector<double> sum(regions.count, 0.0);
    std::vector<double> mean(regions.count, 0.0);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
      sum[regions.label[cell]] += weight[cell];
      mean[regions.label[cell]] = values[cell];
    }
    double least = price;
    std::pair<std::size_t, std::size_t> best = {0, 0};
    for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
      for (std::size_t cell = 0; cell < values.size(); ++cell) {
        if (shape.bin_of(cell, axis) + 1 == shape.bins[axis]) continue;
        const std::size_t a = regions.label[cell];
        const std::size_t b = regions.label[cell + shape.stride(axis)];
        if (a == b) continue;
        const double cost = sum[a] * sum[b] / (sum[a] + sum[b]) * (mean[a] - mean[b]) * (mean[a] - mean[b]);
        if (cost < least) {
          least = cost;
          best = {a, b};
        }
      }
    }
    if (best.first == best.second) return values;
    const auto [a, b] = best;
    const double joint = (sum[a] * mean[a] + sum[b] * mean[b]) / (sum[a] + sum[b]);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
      if (regions.label[cell] == a || regions.label[cell] == b) values[cell] = joint;
    }
  }
}

TEST(MergeRegions, IsWhatPairByPairJoiningGives) {
  Random random(7);
  for (int trial = 0; trial < 30; ++trial) {
    const Shape shape{trial % 3 == 0   ? std::vector<std::size_t>{25}
                      : trial % 3 == 1 ? std::vector<std::size_t>{6, 7}
                                       : std::vector<std::size_t>{3, 4, 3}};
    std::vector<double> values;
    std::vector<double> weight;
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      values.push_back(random.normal());
      weight.push_back(0.1 + random.uniform());
    }
    const double price = std::pow(10, 2 * random.uniform() - 1.5);
    const std::vector<double> expected = merged_pair_by_pair(shape, values, weight, price);
    const std::vector<double> merged = merge_regions(shape, values, weight, unit_variance, {price, 0});
    for (std::size_t cell = 0; cell < merged.size(); ++cell) EXPECT_NEAR(merged[cell], expected[cell], 1e-12);
  }
}

TEST(MergeRegions, WithoutAPriceNothingIsJoinedAndWithAHugeOneEverythingIs) {
  const Shape shape{{2, 2}};
  const std::vector<double> values = {1, 2, 3, 4};
  const std::vector<double> weight = {1, 1, 1, 5};
  EXPECT_EQ(merge_regions(shape, values, weight, unit_variance, {0, 0}), values);
  for (const double value : merge_regions(shape, values, weight, unit_variance, {1e9, 0})) {
    EXPECT_NEAR(value, 26.0 / 8, 1e-12);
  }
}

TEST(MergeRegions, CellsWithoutWeightJoinTheNeighbourOfTheNearestValue) {
  const std::vector<double> merged = merge_regions(Shape{{4}}, std::vector<double>{0, 0.4, 0.9, 1},
                                                   std::vector<double>{10, 0, 0, 10}, unit_variance, {0.1, 0});
  EXPECT_EQ(merged, (std::vector<double>{0, 0, 1, 1}));
}

// 10 observations on either side, one apart: the border explains 5.
TEST(MergeRegions, AFewPoorBordersBecomeNone) {
  const std::vector<double> values = {0, 1};
  const std::vector<double> weight = {10, 10};
  EXPECT_EQ(merge_regions(Shape{{2}}, values, weight, unit_variance, {1, 4.9}), values);
  EXPECT_EQ(merge_regions(Shape{{2}}, values, weight, unit_variance, {1, 5.1}), (std::vector<double>{0.5, 0.5}));
  // Where outcomes vary less, the same border explains more.
  EXPECT_EQ(merge_regions(Shape{{2}}, values, weight, [](double) { return 0.5; }, {1, 9.9}), values);
}

}  // namespace
}  // namespace gaptv
