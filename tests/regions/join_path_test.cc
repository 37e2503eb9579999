// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/join_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gaptv/base/random.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/regions/region_choice.h"
#include "gaptv/regions/region_values.h"

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

// Joins cells while a border explains less than the price, and gives each region the weighted mean of its values.
std::vector<double> join_below(const Shape& shape, const std::vector<double>& values, const std::vector<double>& weight,
                               double price) {
  const JoinPath path = join_cells({shape, values, weight}, unit_variance);
  const ConnectedCells regions = path.cut(path.count_at_price(price));
  const std::vector<RegionEvidence> sums = sum_evidence(regions, values, weight, CellTable(shape));
  std::vector<double> joined;
  for (const std::size_t region : regions.label) joined.push_back(sums[region].fitted);
  return joined;
}

TEST(JoinCells, IsWhatPairByPairJoiningGives) {
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
    const std::vector<double> joined = join_below(shape, values, weight, price);
    for (std::size_t cell = 0; cell < joined.size(); ++cell) EXPECT_NEAR(joined[cell], expected[cell], 1e-12);
  }
}

TEST(JoinCells, WithoutAPriceNothingIsJoinedAndWithAHugeOneEverythingIs) {
  const Shape shape{{2, 2}};
  const std::vector<double> values = {1, 2, 3, 4};
  const std::vector<double> weight = {1, 1, 1, 5};
  EXPECT_EQ(join_below(shape, values, weight, 0), values);
  for (const double value : join_below(shape, values, weight, 1e9)) EXPECT_NEAR(value, 26.0 / 8, 1e-12);
}

TEST(JoinCells, WithoutWeightJoinTheNeighbourOfTheNearestValue) {
  EXPECT_EQ(join_below(Shape{{4}}, {0, 0.4, 0.9, 1}, {10, 0, 0, 10}, 0.1), (std::vector<double>{0, 0, 1, 1}));
}

// Tells whether every region of the one lies within a region of the other.
bool is_finer(const ConnectedCells& fine, const ConnectedCells& coarse) {
  std::vector<std::set<std::size_t>> into(fine.count);
  for (std::size_t cell = 0; cell < fine.label.size(); ++cell) into[fine.label[cell]].insert(coarse.label[cell]);
  return std::ranges::all_of(into, [](const std::set<std::size_t>& regions) { return regions.size() == 1; });
}

TEST(JoinPath, HasEveryNumberOfRegionsAndEachPartitionIsAJoinOfTheOneBefore) {
  Random random(3);
  const Shape shape{{8, 9}};
  std::vector<double> values;
  std::vector<double> weight;
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    values.push_back(random.normal());
    weight.push_back(random.uniform());
  }
  const JoinPath path = join_cells({shape, values, weight}, unit_variance);
  ASSERT_EQ(path.joins().size() + 1, shape.cells());
  for (std::size_t count = 1; count <= shape.cells(); ++count) {
    const ConnectedCells regions = path.cut(count);
    EXPECT_EQ(regions.count, count);
    EXPECT_TRUE(is_finer(path.cut(count + 1), regions));
    // Each region is connected.
    const std::vector<double> numbers(regions.label.begin(), regions.label.end());
    EXPECT_EQ(connect_equal_cells(shape, numbers).count, count);
  }
}

TEST(JoinPath, LeavesNoRegionWithTooFewRows) {
  Random random(11);
  const Shape shape{{10, 10}};
  std::vector<double> values;
  std::vector<double> weight;
  std::vector<double> rows;
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    values.push_back(random.normal());
    weight.push_back(random.uniform());
    rows.push_back(std::floor(4 * random.uniform()));
  }
  for (const double fewest : {1.0, 5.0, 40.0, 150.0}) {
    const JoinPath path = join_cells({shape, values, weight}, unit_variance, FewestRows{rows, fewest});
    EXPECT_GE(path.most_regions(), 1U);
    for (std::size_t count = 1; count <= path.most_regions(); ++count) {
      const ConnectedCells regions = path.cut(count);
      std::vector<double> of_region(regions.count, 0.0);
      for (std::size_t cell = 0; cell < rows.size(); ++cell) of_region[regions.label[cell]] += rows[cell];
      EXPECT_GE(std::ranges::min(of_region), count > 1 ? fewest : 0.0) << fewest << ' ' << count;
    }
  }
}

// 10 observations on either side, one apart: the border explains 5.
TEST(NumberOfRegions, IsOneWhereAFewBordersExplainLittle) {
  const Shape shape{{2}};
  const std::vector<double> values = {0, 1};
  const std::vector<double> weight = {10, 10};
  const JoinableCells cells{values, weight, join_cells({shape, values, weight}, unit_variance)};
  EXPECT_EQ(count_worth_their_price(cells, squared_loss(), {1, 4.9}), 2U);
  EXPECT_EQ(count_worth_their_price(cells, squared_loss(), {1, 5.1}), 1U);
}

TEST(NumberOfRegions, IsTheFewestThatTheRuleAllows) {
  const HeldOutCurve curve{{1, 2, 3, 4, 6}, {9, 4.4, 4.1, 4.0, 4.2}, {1, 0.5, 0.5, 0.3, 0.3}};
  EXPECT_EQ(choose_on_curve(curve, {RegionsRule::one_standard_error}, true), 3U);
  EXPECT_EQ(choose_on_curve(curve, {RegionsRule::within, 0.03}, false), 3U);
  EXPECT_EQ(choose_on_curve(curve, {RegionsRule::within, 0.02}, false), 4U);
  // Of roots 2 % are 4 % of the squares.
  EXPECT_EQ(choose_on_curve(curve, {RegionsRule::within, 0.02}, true), 3U);
  EXPECT_EQ(choose_on_curve(curve, {RegionsRule::within, 2}, true), 1U);
}

}  // namespace
}  // namespace gaptv
