// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/node_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/error.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

std::string refusal(const Numbers& observed, const Numbers& weight, const CellLoss& loss) {
  try {
    node_means(observed, weight, loss);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(NodeMeans, NumbersStayWhatTheyAre) {
  EXPECT_EQ(node_means({-1.5, 2, 7}, Numbers{1, 2, 0}, squared_loss()), (Numbers{-1.5, 2, 7}));
}

TEST(NodeMeans, SuccessesBecomeSharesAndCountsBecomeRates) {
  EXPECT_EQ(node_means({0, 3, 4, 0}, Numbers{4, 4, 4, 0}, binomial_loss()), (Numbers{0, 0.75, 1, 0}));
  EXPECT_EQ(node_means({0, 3, 9, 0}, Numbers{4, 4, 2, 0}, poisson_loss()), (Numbers{0, 0.75, 4.5, 0}));
}

TEST(NodeMeans, RefusesWhatCannotBeAndNamesTheNode) {
  EXPECT_EQ(refusal({1, 3}, {2, 2}, binomial_loss()),
            "node 1: 3 successes among 2 trials (the weight); give 0 to as many successes as there are trials");
  EXPECT_EQ(refusal({1, 1.5}, {2, 2}, poisson_loss()), "node 1: 1.5 is not a count; give 0, 1, 2, ...");
  EXPECT_EQ(refusal({-1, 1}, {2, 2}, poisson_loss()), "node 0: -1 is not a count; give 0, 1, 2, ...");
  EXPECT_EQ(refusal({1, std::nan("")}, {2, 2}, binomial_loss()), "node 1: nan is not a count; give 0, 1, 2, ...");
  EXPECT_EQ(refusal({1, 2}, {1, 0}, poisson_loss()),
            "node 1: there are events without exposure (the weight is 0); give its exposure");
  EXPECT_EQ(refusal({1, 2}, {1}, poisson_loss()), "1 weights for 2 values; give one for each node");
}

}  // namespace
}  // namespace gaptv::testing
