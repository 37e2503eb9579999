// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/summary.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gaptv::testing {
namespace {

TEST(Summary, AveragesEachGroupAndLeavesOutWhatIsEmpty) {
  const Summary summary =
      summarise({"method", "n", "rmse", "bins"},
                {{"a", "5", "1", "7"}, {"b", "5", "4", ""}, {"a", "5", "3", "9"}, {"a", "6", "8", "2"}},
                {"method", "n"}, {"rmse", "bins"});
  ASSERT_EQ(summary.groups.size(), 3U);
  EXPECT_EQ(summary.groups[0].group, (Fields{"a", "5"}));
  EXPECT_EQ(summary.groups[0].trials, 2U);
  EXPECT_EQ(summary.groups[0].measures[0].mean, 2);
  EXPECT_EQ(summary.groups[0].measures[0].standard_error, 1);  // variance 2, of two
  EXPECT_EQ(summary.groups[1].measures[0].mean, 4);
  EXPECT_TRUE(std::isnan(summary.groups[1].measures[1].mean));
  EXPECT_EQ(summary.measure("bins"), 1U);
  EXPECT_EQ(to_csv(summary), "method,n,trials,rmse,rmse_se,bins,bins_se\na,5,2,2,1,8,1\nb,5,1,4,,,\na,6,1,8,,2,\n");
}

}  // namespace
}  // namespace gaptv::testing
