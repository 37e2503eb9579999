// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/outcome.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gaptv/base/error.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

Dataset data_with(Numbers outcome) {
  Dataset data;
  data.outcome_name = "y";
  data.feature_names = {"x"};
  data.features.emplace_back();
  for (std::size_t row = 0; row < outcome.size(); ++row) data.features[0].push_back(static_cast<double>(row));
  data.outcome = std::move(outcome);
  return data;
}

std::string refusal(const Dataset& data, const std::string& loss) {
  try {
    OutcomeData(data.view(), loss);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

std::string chosen_for(const Dataset& data) {
  return std::string(OutcomeData(data.view(), "auto").loss().name());
}

void expect_refusal(const Dataset& data, const std::string& loss, const std::vector<std::string>& parts) {
  const std::string message = refusal(data, loss);
  for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << part << " in: " << message;
}

TEST(OutcomeData, ChoosesTheLossByWhatTheOutcomesAre) {
  EXPECT_EQ(chosen_for(data_with({0, 1, 1})), "binomial");
  EXPECT_EQ(chosen_for(data_with({0, 0, 0})), "gaussian");
  EXPECT_EQ(chosen_for(data_with({0, 1, 2})), "gaussian");
  EXPECT_EQ(chosen_for(data_with({0.5, 1, 0})), "gaussian");
  Dataset labelled = data_with({0, 1, 1});
  labelled.classes = {"no", "yes"};
  EXPECT_EQ(chosen_for(labelled), "binomial");
  Dataset counts = data_with({0, 1, 1});
  counts.exposure = {1, 2, 3};
  EXPECT_EQ(chosen_for(counts), "poisson");
}

TEST(OutcomeData, SaysWhatItTookTheOutcomesFor) {
  const OutcomeData binary(data_with({0, 1}).view(), "auto");
  ASSERT_EQ(binary.notes().size(), 1U);
  EXPECT_NE(binary.notes()[0].find("`loss=gaussian`"), std::string::npos);
  EXPECT_TRUE(OutcomeData(data_with({0, 1}).view(), "gaussian").notes().empty());
}

TEST(OutcomeData, SuccessesAndTrialsBecomeOnesAndZeros) {
  Dataset data = data_with({2, 0, 3, 0.5});
  data.weight = {5, 4, 3, 1};
  const OutcomeData outcome(data.view(), "binomial");
  const DataView& view = outcome.view();
  ASSERT_EQ(view.rows(), 6U);
  double ones = 0;
  double zeros = 0;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    EXPECT_TRUE(view.outcome[row] == 0 || view.outcome[row] == 1);
    EXPECT_GT(view.weight[row], 0);
    (view.outcome[row] == 1 ? ones : zeros) += view.weight[row];
  }
  EXPECT_EQ(ones, 5.5);
  EXPECT_EQ(zeros, 7.5);
  EXPECT_EQ(view.features[0][0], 0);
  EXPECT_EQ(view.features[0][1], 0);
  EXPECT_EQ(view.features[0][2], 1);
}

TEST(OutcomeData, ZerosAndOnesWithWeightsAreCopies) {
  Dataset data = data_with({1, 0});
  data.weight = {5, 4};
  const OutcomeData outcome(data.view(), "binomial");
  EXPECT_EQ(outcome.view().rows(), 2U);
  EXPECT_EQ(outcome.view().weight[0], 5);
}

TEST(OutcomeData, CountsWithExposureBecomeRates) {
  Dataset data = data_with({4, 0});
  data.exposure = {8, 2};
  const OutcomeData outcome(data.view(), "poisson");
  EXPECT_EQ(outcome.view().outcome[0], 0.5);
  EXPECT_EQ(outcome.view().outcome[1], 0);
  EXPECT_EQ(outcome.view().exposure[0], 8);
}

TEST(OutcomeData, RefusesWhatCannotBe) {
  expect_refusal(data_with({0, 1, 2}), "binomial", {"'y', `row=2`", "2 is neither 0 nor 1", "`weight`"});
  Dataset trials = data_with({1, 7});
  trials.weight = {2, 6};
  expect_refusal(trials, "binomial", {"`row=1`", "7 successes among 6 trials"});
  trials.outcome = {-1, 3};
  expect_refusal(trials, "binomial", {"`row=0`", "-1 successes"});
  Dataset labels = data_with({0, 1, 2});
  labels.classes = {"a", "b", "c"};
  expect_refusal(labels, "binomial", {"3 labels", "needs two"});
  labels.classes = {"a"};
  labels.outcome = {0, 0, 0};
  expect_refusal(labels, "binomial", {"1 label;", "needs two"});
  labels.classes = {"a", "b"};
  expect_refusal(labels, "gaussian", {"holds labels", "`loss=binomial`"});
  expect_refusal(data_with({0, -1}), "poisson", {"`row=1`", "-1 is not a count"});
  expect_refusal(data_with({0, 1.5}), "poisson", {"`row=1`", "1.5 is not a count", "`exposure`"});
  const Dataset fractions = data_with({0, 1.5});
  EXPECT_EQ(OutcomeData(fractions.view(), "poisson", true).view().outcome[1], 1.5);
  Dataset exposed = data_with({0, 1});
  exposed.exposure = {1, 2};
  expect_refusal(exposed, "binomial", {"exposure goes with counts"});
}

}  // namespace
}  // namespace gaptv::testing
