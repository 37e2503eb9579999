// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/dataset.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gaptv/base/error.h"

namespace gaptv::testing {
namespace {

Dataset valid_data() {
  Dataset data;
  data.feature_names = {"lon", "lat"};
  data.outcome_name = "count";
  data.features = {{1, 2, 3}, {4, 5, 6}};
  data.outcome = {7, 8, 9};
  data.weight = {1, 2, 0.5};
  return data;
}

std::string refusal_of(const Dataset& data) {
  try {
    check(data.view());
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Dataset, AViewShowsEveryColumn) {
  const Dataset data = valid_data();
  const DataView view = data.view();
  EXPECT_EQ(view.rows(), 3U);
  EXPECT_EQ(view.features[1][2], 6);
  EXPECT_EQ(view.outcome[0], 7);
  EXPECT_EQ(view.weight_of(1), 2);
  EXPECT_EQ(view.feature_names, data.feature_names);
  EXPECT_EQ(view.outcome_name, "count");
}

TEST(Dataset, AColumnViewStepsThroughAMatrix) {
  const std::vector<double> matrix = {1, 2, 3, 4, 5, 6};
  const ColumnView second(matrix.data() + 1, 3, 2);
  EXPECT_EQ(second[0], 2);
  EXPECT_EQ(second[2], 6);
}

TEST(Dataset, TotalWeightIsTheNumberOfRowsOrTheSumOfTheWeights) {
  Dataset data = valid_data();
  EXPECT_EQ(total_weight(data.view()), 3.5);
  data.weight.clear();
  EXPECT_EQ(total_weight(data.view()), 3);
  EXPECT_EQ(data.view().weight_of(1), 1);
}

TEST(Dataset, ThatIsValidIsAccepted) {
  EXPECT_EQ(refusal_of(valid_data()), "");
}

TEST(Dataset, WithoutRowsIsRefused) {
  Dataset data = valid_data();
  data.features = {{}, {}};
  data.outcome = {};
  data.weight = {};
  EXPECT_NE(refusal_of(data).find("no rows"), std::string::npos);
}

TEST(Dataset, WithoutFeaturesOrWithTooManyIsRefused) {
  Dataset data = valid_data();
  data.features.clear();
  EXPECT_NE(refusal_of(data).find("1, 2 or 3"), std::string::npos);
  data.features.assign(4, {1, 2, 3});
  EXPECT_NE(refusal_of(data).find("1, 2 or 3"), std::string::npos);
}

TEST(Dataset, WithValuesThatAreNotFiniteIsRefusedByColumnAndRow) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), infinity, -infinity}) {
    Dataset data = valid_data();
    data.features[1][2] = bad;
    EXPECT_NE(refusal_of(data).find("feature 'lat', `row=2`"), std::string::npos) << refusal_of(data);
    data = valid_data();
    data.outcome[0] = bad;
    EXPECT_NE(refusal_of(data).find("outcome 'count', `row=0`"), std::string::npos) << refusal_of(data);
    data = valid_data();
    data.weight[1] = bad;
    EXPECT_NE(refusal_of(data).find("weight, `row=1`"), std::string::npos) << refusal_of(data);
  }
}

TEST(Dataset, WithWeightsThatAreNotPositiveIsRefused) {
  for (const double bad : {0.0, -0.0, -1.0}) {
    Dataset data = valid_data();
    data.weight[1] = bad;
    EXPECT_NE(refusal_of(data).find("positive"), std::string::npos);
  }
}

TEST(Dataset, WithNamesThatNoModelFileCanHoldIsRefused) {
  Dataset data = valid_data();
  data.feature_names[1] = "M\xfcll";
  EXPECT_NE(refusal_of(data).find("the name of a feature, 'M\\xfcll', is not UTF-8 text"), std::string::npos);
  data = valid_data();
  data.classes = {"a", "\xff"};
  EXPECT_NE(refusal_of(data).find("the name of a class"), std::string::npos);
}

TEST(Dataset, WithColumnsOfUnequalLengthIsRefused) {
  Dataset data = valid_data();
  data.features[1].pop_back();
  EXPECT_NE(refusal_of(data).find("same length"), std::string::npos);
  data = valid_data();
  data.outcome.push_back(1);
  EXPECT_NE(refusal_of(data).find("same length"), std::string::npos);
  data = valid_data();
  data.weight.push_back(1);
  EXPECT_NE(refusal_of(data).find("same length"), std::string::npos);
}

TEST(Dataset, TheFirstBadRowIsNamedOnEveryNumberOfThreads) {
  Dataset data;
  data.features = {std::vector<double>(400000, 1.0)};
  data.outcome.assign(400000, 1.0);
  data.outcome[150000] = data.outcome[390000] = std::nan("");
  for (const std::size_t threads : {1U, 2U, 7U}) {
    try {
      check(data.view(), threads);
      ADD_FAILURE() << "not refused";
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find("`row=150000`:"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
