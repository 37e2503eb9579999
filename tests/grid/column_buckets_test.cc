// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/column_buckets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/grid/distributions.h"

namespace gaptv::testing {
namespace {

class ColumnBucketsOf : public ::testing::TestWithParam<std::size_t> {
 protected:
  // More than one task of a thread.
  std::vector<double> column_ = drawn(distributions()[GetParam()], 600000);
};
INSTANTIATE_TEST_SUITE_P(Every, ColumnBucketsOf, ::testing::Range(std::size_t{0}, distributions().size()),
                         [](const auto& tested) { return std::string(distributions()[tested.param].name); });

TEST_P(ColumnBucketsOf, LocatesRowsBetweenCutsLikeABinarySearch) {
  std::vector<double> cuts;
  for (std::size_t i = 0; i < 800; ++i) cuts.push_back(column_[i * 700]);
  // Between two values, and at both ends.
  cuts.push_back(column_[1] * 0.5 + column_[2] * 0.5);
  cuts.push_back(*std::ranges::min_element(column_));
  cuts.push_back(*std::ranges::max_element(column_));
  std::ranges::sort(cuts);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  for (const bool knows_single_values : {false, true}) {
    for (const std::size_t threads : {1U, 3U}) {
      ColumnBuckets buckets(column_, threads);
      if (knows_single_values) buckets.find_single_values();
      const RawArray<std::uint16_t> intervals = buckets.take_intervals(cuts);
      for (std::size_t row = 0; row < column_.size(); ++row) {
        const auto expected = std::upper_bound(cuts.begin(), cuts.end(), column_[row]) - cuts.begin();
        ASSERT_EQ(intervals[row], expected) << column_[row];
      }
    }
  }
}

TEST_P(ColumnBucketsOf, KnowsTheRangeAndWhereEveryValueIsAlone) {
  ColumnBuckets buckets(column_, 2);
  EXPECT_EQ(buckets.lowest(), *std::ranges::min_element(column_));
  EXPECT_EQ(buckets.highest(), *std::ranges::max_element(column_));
  EXPECT_EQ(buckets.rows_before(ColumnBuckets::count), column_.size());
  buckets.find_single_values();
  std::vector<double> lowest(ColumnBuckets::count, INFINITY);
  std::vector<double> highest(ColumnBuckets::count, -INFINITY);
  for (const double x : column_) {
    const std::size_t bucket = buckets.bucket_of(x);
    lowest[bucket] = std::min(lowest[bucket], x);
    highest[bucket] = std::max(highest[bucket], x);
  }
  for (std::size_t bucket = 0; bucket < ColumnBuckets::count; ++bucket) {
    if (lowest[bucket] == highest[bucket]) {
      ASSERT_EQ(buckets.single_value(bucket), lowest[bucket]);
    } else {
      ASSERT_TRUE(std::isnan(buckets.single_value(bucket)));
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
