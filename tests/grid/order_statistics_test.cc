// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/order_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/grid/distributions.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

// More rows than are sorted outright, and more than one task of a thread.
constexpr std::size_t many = 300000;

std::vector<std::size_t> some_ranks(std::size_t count) {
  std::vector<std::size_t> ranks;
  for (std::size_t i = 0; i < 500; ++i) ranks.push_back(i * (count - 1) / 499);
  ranks.push_back(1);
  ranks.push_back(count - 2);
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

std::vector<EqualRows> by_sorting(Numbers values, const std::vector<std::size_t>& ranks) {
  std::sort(values.begin(), values.end());
  std::vector<EqualRows> found;
  for (const std::size_t rank : ranks) {
    EqualRows rows{values[rank], rank, rank + 1};
    while (rows.first > 0 && values[rows.first - 1] == rows.value) --rows.first;
    while (rows.end < values.size() && values[rows.end] == rows.value) ++rows.end;
    found.push_back(rows);
  }
  return found;
}

std::vector<EqualRows> order_statistics_of(const ColumnView& column, const std::vector<std::size_t>& ranks,
                                           std::size_t threads) {
  ColumnBuckets buckets(column, threads);
  return order_statistics(buckets, ranks);
}

class OrderStatistics : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Distribution& distribution() const { return distributions()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Every, OrderStatistics, ::testing::Range(std::size_t{0}, distributions().size()),
                         [](const auto& tested) { return std::string(distributions()[tested.param].name); });

TEST_P(OrderStatistics, AreThoseOfTheSortedColumnOnEveryNumberOfThreads) {
  for (const std::size_t count : {std::size_t{1000}, std::size_t{20001}, many}) {
    const Numbers values = drawn(distribution(), count);
    const std::vector<std::size_t> ranks = some_ranks(count);
    const std::vector<EqualRows> expected = by_sorting(values, ranks);
    for (const std::size_t threads : {1U, 2U, 7U}) EXPECT_EQ(order_statistics_of(values, ranks, threads), expected);
  }
}

TEST_P(OrderStatistics, SurviveOneOutlier) {
  for (const double outlier : {1e12, -1e300, std::numeric_limits<double>::max()}) {
    Numbers values = drawn(distribution(), 50000);
    values[12345] = outlier;
    const std::vector<std::size_t> ranks = some_ranks(values.size());
    EXPECT_EQ(order_statistics_of(values, ranks, 1), by_sorting(values, ranks));
  }
}

TEST(OrderStatisticsOfAColumn, WithStrideSkipWhatLiesBetween) {
  Random random(52);
  Numbers matrix(3 * 30000);
  for (double& value : matrix) value = random.normal();
  Numbers column;
  for (std::size_t row = 0; row < 30000; ++row) column.push_back(matrix[3 * row + 1]);
  const std::vector<std::size_t> ranks = some_ranks(column.size());
  EXPECT_EQ(order_statistics_of({matrix.data() + 1, 30000, 3}, ranks, 1), by_sorting(column, ranks));
}

TEST(OrderStatisticsOfAColumn, OfOneRowAreThatRow) {
  const std::vector<std::size_t> ranks = {0};
  EXPECT_EQ(order_statistics_of(Numbers{7.5}, ranks, 1), (std::vector<EqualRows>{{7.5, 0, 1}}));
}

TEST(OrderStatisticsOfAColumn, CanBeAskedForEveryRank) {
  Random random(53);
  Numbers values(25000);
  for (double& value : values) value = std::exp(5 * random.normal());
  std::vector<std::size_t> ranks(values.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = i;
  EXPECT_EQ(order_statistics_of(values, ranks, 1), by_sorting(values, ranks));
}

}  // namespace
}  // namespace gaptv::testing
