// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/chain_solver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <vector>

#include "gaptv/tv/certificate.h"
#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_min_cut.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

Solution solve_as_chain(const TvProblem& problem, double lambda) {
  const Numbers capacity(problem.weight.size() - 1, lambda);
  ChainSolution chain = solve_chain(problem.weight, problem.mean, capacity);
  Solution solution{lambda, std::move(chain.beta), std::move(chain.flow)};
  solution.flow.push_back(0);
  for (double& flow : solution.flow) flow /= lambda;
  return solution;
}

class ChainOf : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Every, ChainOf, ::testing::ValuesIn(all_kinds),
                         [](const auto& tested) { return name_of(tested.param); });

TEST_P(ChainOf, IsCertified) {
  Random random(401);
  for (const std::size_t nodes : {1U, 2U, 3U, 10U, 1000U}) {
    for (int trial = 0; trial < 20; ++trial) {
      const TvProblem problem = random_problem(Shape{{nodes}}, GetParam(), random);
      const double scale = GetParam() == Kind::extreme_weights ? 1000.0 : 1.0;
      for (const double lambda : {1e-3 * scale, 0.2 * scale, 1.0 * scale, 5.0 * scale, 1e3 * scale}) {
        const Certificate certificate = certify(problem, solve_as_chain(problem, lambda));
        EXPECT_LE(certificate.relative_gap, promised_relative_gap) << nodes << " nodes, lambda " << lambda;
      }
    }
  }
}

TEST_P(ChainOf, LiesBetweenTheBoundsThatMinimumCutsGive) {
  Random random(402);
  for (int trial = 0; trial < 10; ++trial) {
    const TvProblem problem = random_problem(Shape{{2 + random.below(12)}}, GetParam(), random);
    for (const double lambda : {0.1, 0.7, 3.0}) {
      const OptimalIntervals optimal = optimal_intervals(problem, lambda);
      const Solution solution = solve_as_chain(problem, lambda);
      const double tolerance = 2 * optimal.accuracy + 1e-9;
      for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
        EXPECT_GE(solution.beta[cell], optimal.lowest[cell] - tolerance);
        EXPECT_LE(solution.beta[cell], optimal.highest[cell] + tolerance);
      }
    }
  }
}

TEST_P(ChainOf, IsConstantFromTheFactorOnThatItSays) {
  Random random(403);
  for (int trial = 0; trial < 20; ++trial) {
    const TvProblem problem = random_problem(Shape{{30}}, GetParam(), random);
    const Numbers capacity(29, 1.0);
    const double factor = find_chain_lambda_max(problem.weight, problem.mean, capacity);
    const auto range = [&](double lambda) {
      const Numbers beta = solve_as_chain(problem, lambda).beta;
      return *std::ranges::max_element(beta) - *std::ranges::min_element(beta);
    };
    EXPECT_LE(range(factor * (1 + 1e-9)), 1e-12);
    EXPECT_GT(range(factor * (1 - 1e-6)), 0);
  }
}

// Every edge has its own capacity: the value between levels by comparing objectives with slightly moved plateaus.
TEST(Chain, WithUnequalCapacitiesBalancesEveryNodeWithinThem) {
  Random random(404);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t nodes = 1 + random.below(60);
    Numbers weight;
    Numbers mean;
    Numbers capacity;
    for (std::size_t i = 0; i < nodes; ++i) {
      weight.push_back(i > 0 && random.below(4) == 0 ? 0.0 : 0.1 + random.uniform());
      mean.push_back(random.normal());
      if (i + 1 < nodes) capacity.push_back(random.below(5) == 0 ? 0.0 : 2 * random.uniform());
    }
    const ChainSolution solution = solve_chain(weight, mean, capacity);
    for (std::size_t i = 0; i < nodes; ++i) {
      const double sent = i + 1 < nodes ? solution.flow[i] : 0.0;
      const double received = i > 0 ? solution.flow[i - 1] : 0.0;
      EXPECT_NEAR(weight[i] * (mean[i] - solution.beta[i]), sent - received, 1e-12);
      if (i + 1 == nodes) continue;
      EXPECT_LE(std::abs(sent), capacity[i]);
      if (solution.beta[i] > solution.beta[i + 1]) {
        EXPECT_EQ(sent, capacity[i]);
      }
      if (solution.beta[i] < solution.beta[i + 1]) {
        EXPECT_EQ(sent, -capacity[i]);
      }
    }
  }
}

TEST(Chain, KeepsItsDigitsWithALargeOffset) {
  Random random(405);
  TvProblem problem = random_problem(Shape{{5000}}, Kind::plain, random);
  const Numbers plain = solve_as_chain(problem, 2.0).beta;
  for (double& mean : problem.mean) mean += 1e8;
  const Numbers shifted = solve_as_chain(problem, 2.0).beta;
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(shifted[i] - 1e8, plain[i], 1e-6);
}

TEST(Chain, TakesLinearTime) {
  Random random(406);
  const auto seconds_for = [&](std::size_t nodes) {
    Numbers weight(nodes, 1.0);
    Numbers mean;
    for (std::size_t i = 0; i < nodes; ++i) mean.push_back((i / 1000 % 2 == 0 ? 0 : 2) + random.normal());
    const Numbers capacity(nodes - 1, 3.0);
    double least = INFINITY;
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto start = std::chrono::steady_clock::now();
      solve_chain(weight, mean, capacity);
      least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return least;
  };
  // Sixteen times the nodes: sixteen times the time, with much room for a busy machine; quadratic would be 256.
  EXPECT_LT(seconds_for(1600000), 64 * seconds_for(100000));
}

}  // namespace
}  // namespace gaptv::testing
