// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/observations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/base/error.h"

namespace gaptv::testing {
namespace {

// Ratios of weights are rounded to 32 bits.
constexpr double ratio_rounding = 1e-9;

Dataset three_rows(std::vector<double> weight) {
  Dataset data;
  data.features = {{1, 2, 3}};
  data.outcome = {10, 20, 30};
  data.weight = std::move(weight);
  return data;
}

std::vector<double> values_of(const ColumnView& column) {
  std::vector<double> values;
  for (std::size_t row = 0; row < column.size; ++row) values.push_back(column[row]);
  return values;
}

TEST(Observations, WithoutWeightsAreTheRows) {
  const Dataset data = three_rows({});
  const Observations observations(data.view(), WeightKind::automatic);
  EXPECT_EQ(observations.view().outcome.data, data.outcome.data());
  EXPECT_EQ(observations.count(), 3);
  EXPECT_TRUE(observations.notes().empty());
}

TEST(Observations, OfWholeWeightsAreTheRowsRepeated) {
  const Dataset data = three_rows({1, 3, 2});
  const Observations observations(data.view(), WeightKind::automatic);
  EXPECT_EQ(observations.kind(), WeightKind::copies);
  EXPECT_EQ(observations.count(), 6);
  EXPECT_TRUE(observations.view().weight.empty());
  EXPECT_EQ(values_of(observations.view().outcome), (std::vector<double>{10, 20, 20, 20, 30, 30}));
  EXPECT_EQ(values_of(observations.view().features[0]), (std::vector<double>{1, 2, 2, 2, 3, 3}));
  ASSERT_EQ(observations.notes().size(), 1U);
  EXPECT_NE(observations.notes()[0].find("`weight_kind=precision`"), std::string::npos);
}

TEST(Observations, OfVeryManyCopiesKeepTheirWeights) {
  const Dataset data = three_rows({1, 1e6, 2});
  const Observations observations(data.view(), WeightKind::copies);
  EXPECT_EQ(observations.view().weight_kind, WeightKind::copies);
  EXPECT_EQ(values_of(observations.view().weight), data.weight);
  EXPECT_EQ(observations.count(), 1000003);
}

// (1 + 2 + 3)^2 / (1 + 4 + 9) observations, whatever the unit of the weights.
TEST(Observations, OfOtherWeightsAreWorthKishsNumber) {
  for (const double unit : {0.5, 0.1, 1e-200, 1e200}) {
    const Dataset data = three_rows({unit, 2 * unit, 3 * unit});
    const Observations observations(data.view(), WeightKind::precision);
    EXPECT_NEAR(observations.count(), 36.0 / 14, ratio_rounding);
    EXPECT_NEAR(observations.view().weight[0], 6.0 / 14, ratio_rounding);
    EXPECT_NEAR(observations.view().weight[1], 12.0 / 14, ratio_rounding);
    EXPECT_NEAR(observations.view().weight[2], 18.0 / 14, ratio_rounding);
  }
}

TEST(Observations, OfOtherWeightsAreTheSameToTheLastBitInAnyUnit) {
  const std::vector<double> weight = {0.1, 0.7, 1.0 / 3};
  const Dataset data = three_rows(weight);
  const Observations observations(data.view(), WeightKind::precision);
  for (const double unit : {0.1, 3.0, 7.3, 1e-7, 12345.678}) {
    Dataset scaled = three_rows(weight);
    for (double& value : scaled.weight) value *= unit;
    const Observations other(scaled.view(), WeightKind::precision);
    EXPECT_EQ(values_of(other.view().weight), values_of(observations.view().weight)) << unit;
    EXPECT_EQ(other.count(), observations.count());
  }
}

TEST(Observations, OfEqualOtherWeightsHaveNone) {
  const Dataset data = three_rows({0.1, 0.1, 0.1});
  const Observations observations(data.view(), WeightKind::automatic);
  EXPECT_EQ(observations.kind(), WeightKind::precision);
  EXPECT_TRUE(observations.view().weight.empty());
  EXPECT_EQ(observations.count(), 3);
}

TEST(Observations, AreOfTheKindThatTheDataSayWhereNobodyElseDoes) {
  Dataset data = three_rows({1, 2, 3});
  data.weight_kind = WeightKind::precision;
  EXPECT_EQ(Observations(data.view(), WeightKind::automatic).kind(), WeightKind::precision);
  EXPECT_EQ(Observations(data.view(), WeightKind::copies).kind(), WeightKind::copies);
}

TEST(Observations, WarnIfCopiesMakeMoreThanFiveOfARow) {
  EXPECT_NE(Observations(three_rows({5, 5, 6}).view(), WeightKind::automatic).notes()[0].find("warning"),
            std::string::npos);
  EXPECT_EQ(Observations(three_rows({5, 5, 5}).view(), WeightKind::automatic).notes()[0].find("warning"),
            std::string::npos);
}

TEST(Observations, RefuseCopiesThatAreNotWhole) {
  try {
    const Observations observations(three_rows({1, 2.5, 3}).view(), WeightKind::copies);
    FAIL() << "nothing was refused";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("`row=1`: 2.5"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("precision"), std::string::npos) << error.what();
  }
  EXPECT_THROW(Observations(three_rows({1e15, 2e16, 3}).view(), WeightKind::copies), InvalidInput);
}

}  // namespace
}  // namespace gaptv::testing
