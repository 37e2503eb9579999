// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/published_means.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/areas/two_areas.h"

namespace gaptv::testing {
namespace {

// 57.14 % of yes would tell that 5 stands for 7, however yes is written; so would the mean of incomes in thousands.
TEST(PublishedMeans, HidesCountsBehindMeansOfFewKindsOfOutcomes) {
  const auto value_of = [](double unit, double first, double mean_of_more = 0) {
    const auto outcome = [&](double units) { return first + unit * (units + mean_of_more); };
    RandomMap map = two_areas({outcome(0), outcome(1), outcome(0)}, {outcome(1), outcome(1), outcome(0), outcome(1)});
    map.rules.min_count = 4;
    map.rules.rounding = CountRounding::to_base;
    map.rules.round_base = 5;
    return number_at(release_of(map).layer, "value", 0);
  };
  EXPECT_EQ(value_of(1, 0), 0.5);
  EXPECT_EQ(value_of(100, 0), 50);
  EXPECT_EQ(value_of(0.5, 0), 0.25);
  EXPECT_EQ(value_of(2, -1), 0);  // -1 and 1
  EXPECT_EQ(value_of(1000, 0, 35), 35500);
  EXPECT_EQ(value_of(1000, 250, 35), 35750);
  EXPECT_EQ(value_of(0.1, 0, 300), 30.05);
  EXPECT_EQ(value_of(0.000001, 12), 12);
  EXPECT_EQ(value_of(1e-9, 12), 12);
}

// Of 2, 4 and 6 trials 1, 1 and 4 were successes.
TEST(PublishedMeans, SharesSuccessesAmongTrials) {
  RandomMap map = two_areas({1, 1, 4}, {8, 9, 10, 9});
  map.data.weight = {2, 4, 6, 10, 10, 10, 10};
  map.data.weight_name = "trials";
  map.model.record.loss = "binomial";
  map.rules.max_share = 10;  // no amounts
  const Release release = release_of(map);
  EXPECT_EQ(number_at(release.layer, "value", 0), 0.5);
  EXPECT_EQ(number_at(release.layer, "value", 1), 0.9);
  EXPECT_EQ(number_at(release.layer, "count", 0), 3);
  EXPECT_LT(release.error_after, 2);  // of a trial
  EXPECT_TRUE(std::ranges::any_of(release.notes, [](const std::string& note) { return has_text(note, "as trials"); }));
  map.data.weight.clear();
  EXPECT_TRUE(has_text(refusal_of_map(map), "outcome 'price'"));
}

TEST(PublishedMeans, GivesNoValueThatTellsTheCountBehindARoundedOne) {
  // 7 of 23 rows: 0.3043 is no other number near 20.
  std::vector<double> outcomes(23, 0);
  std::fill_n(outcomes.begin(), 7, 1.0);
  RandomMap map = two_areas(outcomes, {10, 11, 12, 14});
  EXPECT_EQ(number_at(release_of(map).layer, "value", 0), 0.3043);
  map.rules.rounding = CountRounding::to_base;
  map.rules.round_base = 10;
  EXPECT_EQ(number_at(release_of(map).layer, "count", 0), 20);
  EXPECT_EQ(number_at(release_of(map).layer, "value", 0), 0.3);
  // What all have in common hides nothing. Means of outcomes of all kinds tell no count, nor do those of weighed rows.
  for (double& outcome : map.data.outcome) outcome += 0.25;
  EXPECT_EQ(number_at(release_of(map).layer, "value", 0), 0.55);
  for (double& outcome : map.data.outcome) outcome -= 0.25;
  map.data.outcome[0] = 2.0 / 3;
  EXPECT_EQ(number_at(release_of(map).layer, "value", 0), 0.2899);
  map.data.outcome[0] = 1;
  map.data.weight.assign(map.data.rows(), 3);
  EXPECT_EQ(number_at(release_of(map).layer, "value", 0), 0.3043);
}

}  // namespace
}  // namespace gaptv::testing
