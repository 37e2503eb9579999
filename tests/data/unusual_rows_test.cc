// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/unusual_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gaptv {
namespace {

Dataset make_places(const std::string& first, const std::string& second) {
  Dataset data;
  data.feature_names = {first, second};
  data.features.resize(2);
  for (int i = 0; i < 100; ++i) {
    data.features[0].push_back(13 + 0.01 * (i % 10));
    data.features[1].push_back(52 + 0.01 * (i / 10));
    data.outcome.push_back(i);
  }
  return data;
}

TEST(UnusualRows, ThereAreNoneInOrdinaryRows) {
  EXPECT_TRUE(describe_unusual_rows(make_places("lon", "lat").view()).empty());
  Dataset data = make_places("a", "b");
  // Ten thousand times the smallest, as incomes are spread.
  for (std::size_t i = 0; i < 100; ++i) data.features[0][i] = std::exp(static_cast<double>(i) / 11);
  EXPECT_TRUE(describe_unusual_rows(data.view()).empty());
}

TEST(UnusualRows, CoordinatesOfZeroAreCounted) {
  Dataset data = make_places("start_lng", "Latitude (deg)");
  for (const std::size_t row : {3U, 50U, 99U}) data.features[0][row] = data.features[1][row] = 0;
  data.features[0][7] = 0;  // one of them alone is a mistake of another kind
  const std::vector<std::string> warnings = describe_unusual_rows(data.view());
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_TRUE(warnings[0].starts_with("warning: 3 rows have 'start_lng' and 'Latitude (deg)' 0")) << warnings[0];
  EXPECT_TRUE(warnings[1].starts_with("warning: feature 'start_lng': 1 row is far outside")) << warnings[1];
}

TEST(UnusualRows, ZerosOfOtherFeaturesAreNoPlace) {
  Dataset data = make_places("balloon", "plateau");
  for (std::vector<double>& column : data.features) {
    for (std::size_t row = 0; row < 50; ++row) column[row] = 0;
  }
  EXPECT_TRUE(describe_unusual_rows(data.view()).empty());
}

TEST(UnusualRows, PlacesThatAreNotOnTheEarthAreCounted) {
  Dataset data = make_places("lon", "lat");
  data.features[1][5] = 95;
  const std::vector<std::string> warnings = describe_unusual_rows(data.view());
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_TRUE(warnings[0].starts_with("warning: 1 row has 'lon' and 'lat' that are no place on the Earth"));
  // Metres are no degrees.
  for (double& value : data.features[0]) value *= 1e5;
  for (double& value : data.features[1]) value *= 1e5;
  for (const std::string& warning : describe_unusual_rows(data.view())) {
    EXPECT_EQ(warning.find("Earth"), std::string::npos) << warning;
  }
}

TEST(UnusualRows, ValuesFarOutsideTheOthersAreCounted) {
  Dataset data = make_places("a", "b");
  data.features[1][10] = 99999;
  data.features[1][20] = -99999;
  const std::vector<std::string> warnings = describe_unusual_rows(data.view());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(
      warnings[0].starts_with("warning: feature 'b': 2 rows are far outside the others (99999, where nine in ten"))
      << warnings[0];
}

TEST(UnusualRows, OutcomesFarOutsideTheOthersAreCounted) {
  Dataset data = make_places("a", "b");
  data.outcome_name = "y";
  for (const std::size_t row : {10U, 20U, 30U}) data.outcome[row] = -99999;
  const std::vector<std::string> warnings = describe_unusual_rows(data.view());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].starts_with("warning: outcome 'y': 3 rows are far outside the others (-99999, where"))
      << warnings[0];
  data.classes = {"these numbers", "are", "labels"};
  EXPECT_TRUE(describe_unusual_rows(data.view()).empty());
}

}  // namespace
}  // namespace gaptv
