// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/taut_string.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/tv/chain/chain_solver.h"

namespace gaptv::testing {
namespace {

struct Chain {
  std::vector<double> weight;
  std::vector<double> mean;
  std::vector<double> capacity;

  std::vector<double> pull() const {
    std::vector<double> pull;
    for (std::size_t i = 0; i < weight.size(); ++i) pull.push_back(weight[i] * mean[i]);
    return pull;
  }
};

Chain random_chain(std::size_t nodes, double capacity, Random& random) {
  Chain chain;
  for (std::size_t i = 0; i < nodes; ++i) {
    chain.weight.push_back(0.5 + random.uniform());
    chain.mean.push_back((i * 3 / nodes == 1 ? 2.0 : 0.0) + random.normal());
    if (i > 0) chain.capacity.push_back(capacity * (0.5 + random.uniform()));
  }
  return chain;
}

TEST(PullStringTaut, GivesTheFlowOfTheChainSolver) {
  Random random(91);
  for (const std::size_t nodes : {1U, 2U, 3U, 10U, 300U}) {
    for (const double capacity : {0.05, 0.5, 3.0}) {
      const Chain chain = random_chain(nodes, capacity, random);
      const ChainSolution expected = solve_chain(chain.weight, chain.mean, chain.capacity);
      std::vector<double> flow(nodes - 1);
      ASSERT_TRUE(tv::pull_string_taut(chain.weight, chain.pull(), chain.capacity, flow));
      for (std::size_t i = 0; i < flow.size(); ++i) {
        EXPECT_NEAR(flow[i], expected.flow[i], 1e-11) << nodes << " nodes, edge " << i;
        // Where the values differ the edge is full to the last digit.
        if (expected.beta[i] != expected.beta[i + 1]) {
          EXPECT_EQ(std::abs(flow[i]), chain.capacity[i]) << "edge " << i;
        }
      }
    }
  }
}

// The sums of the data bend away from the straight line to the end, and the tube leaves a little less room than it
// takes: a bend at almost every node, each found at the far end only.
TEST(PullStringTaut, GivesUpWhereItWouldTakeTooLong) {
  constexpr std::size_t nodes = 4000;
  Chain chain{std::vector<double>(nodes, 1.0), {}, {}};
  for (std::size_t i = 0; i < nodes; ++i) {
    chain.mean.push_back(static_cast<double>(i));
    if (i > 0) chain.capacity.push_back(0.999 * static_cast<double>(i * (nodes - i)) / 2);
  }
  std::vector<double> flow(nodes - 1);
  EXPECT_FALSE(tv::pull_string_taut(chain.weight, chain.pull(), chain.capacity, flow));
}

}  // namespace
}  // namespace gaptv::testing
