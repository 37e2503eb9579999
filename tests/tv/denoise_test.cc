// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/denoise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/infinity.h"
#include "gaptv/base/random.h"
#include "gaptv/tv/proof/graph_certificate.h"
#include "gaptv/tv/solve/graph_solver.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

// Counts among trials on a random graph: means that every loss can have.
GraphProblem random_counts(std::size_t nodes, double share_empty, Random& random) {
  GraphProblem problem;
  problem.graph.nodes = nodes;
  for (std::size_t node = 0; node < nodes; ++node) {
    const double size = 1 + static_cast<double>(random.below(12));
    problem.weight.push_back(node > 0 && random.uniform() < share_empty ? 0.0 : size);
    problem.mean.push_back(std::floor((size + 1) * random.uniform()) / size);
  }
  for (std::size_t e = 0; e < 2 * nodes; ++e) {
    const auto from = static_cast<std::uint32_t>(random.below(nodes));
    const auto to = static_cast<std::uint32_t>(random.below(nodes));
    if (from != to) problem.graph.edges.push_back({from, to, random.below(9) == 0 ? 0.0 : 2 * random.uniform()});
  }
  return problem;
}

GraphProblem random_chain(std::size_t nodes, Random& random) {
  GraphProblem problem = random_counts(nodes, 0, random);
  problem.graph.edges.clear();
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
    for (std::uint64_t copies = random.below(3); copies-- > 0;) {
      const bool is_forward = random.below(2) == 0;
      problem.graph.edges.push_back({is_forward ? i : i + 1, is_forward ? i + 1 : i, random.uniform()});
    }
  }
  return problem;
}

class DenoiseWith : public ::testing::TestWithParam<const CellLoss*> {};
INSTANTIATE_TEST_SUITE_P(Losses, DenoiseWith, ::testing::Values(&squared_loss(), &binomial_loss(), &poisson_loss()),
                         [](const auto& tested) { return std::string(tested.param->name()); });

TEST_P(DenoiseWith, IsCertifiedOnGraphsOfEveryKindAndAtEveryLambda) {
  Random random(501);
  for (const double share_empty : {0.0, 0.5}) {
    for (const std::size_t nodes : {1U, 2U, 9U, 60U}) {
      for (int trial = 0; trial < 10; ++trial) {
        const GraphProblem problem = random_counts(nodes, share_empty, random);
        for (const double lambda : {0.0, 1e-3, 0.4, 3.0, 1e6, infinity}) {
          const Denoised result = denoise(problem, lambda, *GetParam(), 1);
          EXPECT_LE(result.certificate.relative_gap, promised_relative_gap) << nodes << " nodes, lambda " << lambda;
          EXPECT_EQ(result.value.size(), nodes);
        }
      }
    }
  }
}

TEST_P(DenoiseWith, AChainIsSolvedLikeAnyGraph) {
  Random random(502);
  for (int trial = 0; trial < 30; ++trial) {
    const GraphProblem problem = random_chain(2 + random.below(40), random);
    for (const double lambda : {0.05, 0.7, 4.0}) {
      const Denoised chain = denoise(problem, lambda, *GetParam(), 1);
      EXPECT_LE(chain.certificate.relative_gap, promised_relative_gap);
      std::vector<double> general = GraphSolver(problem, 1).solve(lambda).beta;
      double total = 0;
      for (const double weight : problem.weight) total += weight;
      keep_inside(*GetParam(), total, general);
      for (std::size_t node = 0; node < general.size(); ++node) EXPECT_NEAR(chain.value[node], general[node], 1e-10);
    }
  }
}

TEST_P(DenoiseWith, WithoutPenaltyKeepsTheMeansAndWithAnInfiniteOneTheMeanOfEachPart) {
  GraphProblem problem{{4, {{0, 1, 1.0}, {2, 3, 1.0}}}, {4, 4, 2, 6}, {0.25, 0.75, 0.5, 1.0 / 3}};
  EXPECT_EQ(denoise(problem, 0, *GetParam()).value, problem.mean);
  const Denoised constant = denoise(problem, infinity, *GetParam());
  EXPECT_NEAR(constant.value[0], 0.5, 1e-15);
  EXPECT_NEAR(constant.value[3], 3.0 / 8, 1e-15);
  EXPECT_EQ(constant.plateaus, 2U);
  EXPECT_EQ(constant.plateau, (std::vector<std::size_t>{0, 0, 1, 1}));
}

// Parts of the graph whose data have no finite link: their optimum is at the end of what is possible, and what is
// published is what a whole graph of such data gets.
TEST_P(DenoiseWith, PartsOfNothingButZerosOrOnesArePublishedInside) {
  const std::vector<GraphProblem> problems = {
      {{3, {{0, 1, 1.0}}}, {2, 3, 4}, {0, 0, 0.5}},                           // a chain
      {{3, {{0, 2, 1.0}}}, {2, 3, 4}, {0, 0.5, 0}},                           // not a chain
      {{3, {}}, {2, 1, 8}, {0, 1, 0.5}},                                      // isolated nodes
      {{4, {{0, 1, 1.0}, {1, 2, 0.3}}}, {2, 0, 3, 7}, {0, 0.7, 0, 3.0 / 7}},  // around a node without data
      {{5, {{0, 1, 1.0}, {2, 3, 1.0}}}, {2, 2, 0, 0, 6}, {1, 1, 0, 0, 0.5}},  // beside a part without data
      {{4, {{0, 1, 1.0}, {2, 3, 1.0}}}, {2, 2, 3, 0}, {1, 1, 0, 0}},          // no other parts
      {{6, {{0, 1, 1.7}, {1, 2, 0.1}, {0, 2, 3.1}, {3, 4, 0.1}, {4, 5, 0.3}, {3, 5, 0.7}}},  // beside ordinary ones
       {3, 7, 1, 3, 0, 9},
       {0, 0, 0, 1.0 / 3, 0, 7.0 / 9}}};
  for (const GraphProblem& problem : problems) {
    double total = 0;
    for (const double weight : problem.weight) total += weight;
    for (const double lambda : {0.0, 1e-6, 0.5, 1.0, 30.0, 1e12, infinity}) {
      const Denoised result = denoise(problem, lambda, *GetParam(), 1);
      EXPECT_LE(result.certificate.relative_gap, promised_relative_gap) << "lambda " << lambda;
      for (std::size_t node = 0; node < result.value.size(); ++node) {
        EXPECT_TRUE(std::isfinite(result.value[node]));
        EXPECT_GE(result.value[node], GetParam()->lowest_mean(total));
        EXPECT_LE(result.value[node], GetParam()->highest_mean(total));
      }
      // The first node of each problem lies in a part whose data are all the same.
      EXPECT_EQ(result.value[0],
                std::clamp(problem.mean[0], GetParam()->lowest_mean(total), GetParam()->highest_mean(total)));
    }
  }
}

TEST(Denoise, CertificateOfALossSeesAWrongValue) {
  Random random(503);
  const GraphProblem problem = random_counts(30, 0.2, random);
  GraphSolution solution = GraphSolver(problem, 1).solve(0.5);
  for (const CellLoss* loss : all_cell_losses()) {
    const CellLoss& canonical = loss->solved_as();
    EXPECT_LE(certify(problem, solution, canonical).relative_gap, promised_relative_gap);
    GraphSolution wrong = solution;
    for (double& value : wrong.beta) value = 0.5 + 0.999 * (value - 0.5);
    EXPECT_GT(certify(problem, wrong, canonical).relative_gap, promised_relative_gap);
  }
}

// The rounding of values of 60,000 is large beside such a penalty.
TEST(Denoise, AcceptsRoundingAtASmallLambda) {
  const GraphProblem problem{{5, {{0, 1, 1.0}, {1, 2, 0.18}, {2, 3, 9.2}, {3, 4, 1.0}, {0, 4, 1.0}}},
                             {5, 30, 0, 2, 0},
                             {0, 57565, 0, 62040, 0}};
  for (const double lambda : {1e-9, 1e-12, 1e-15, 1e-18}) {
    EXPECT_LE(denoise(problem, lambda).certificate.relative_gap, promised_relative_gap);
  }
}

TEST(Denoise, RefusesMeansThatTheLossCannotHave) {
  const GraphProblem problem{{2, {{0, 1, 1.0}}}, {1, 1}, {0.5, 1.5}};
  EXPECT_THROW(denoise(problem, 1, binomial_loss()), InvalidInput);
  EXPECT_NO_THROW(denoise(problem, 1, poisson_loss()));
  EXPECT_THROW(denoise(problem, -1), InvalidInput);
  EXPECT_THROW(denoise(problem, std::nan("")), InvalidInput);
}

TEST(Denoise, OfALossOfOutcomesIsCertifiedAndRobust) {
  Random random(97);
  for (const auto& loss : {huber_loss(0.3), quantile_loss(0.5)}) {
    GraphProblem problem = random_counts(60, 0.2, random);
    const Denoised clean = denoise(problem, 0.8, loss);
    EXPECT_LE(clean.certificate.relative_gap, promised_relative_gap);
    EXPECT_GT(clean.plateaus, 1U);
    const double most = *std::ranges::max_element(clean.value);
    const auto highest = std::ranges::max_element(problem.mean) - problem.mean.begin();
    problem.weight[static_cast<std::size_t>(highest)] = 1e-3;
    problem.mean[static_cast<std::size_t>(highest)] = 1e12;
    const Denoised spoilt = denoise(problem, 0.8, loss);
    EXPECT_LE(spoilt.certificate.relative_gap, promised_relative_gap);
    // It pulls no harder than its weight says.
    EXPECT_LE(*std::ranges::max_element(spoilt.value), most + 1);
  }
}

TEST(Denoise, TellsTheNoiseFromNeighbours) {
  Random random(98);
  GraphProblem problem;
  problem.graph.nodes = 4000;
  for (std::uint32_t node = 0; node < 4000; ++node) {
    problem.weight.push_back(1);
    problem.mean.push_back((node < 2000 ? 0.0 : 1000.0) + 2 * random.normal());
    if (node > 0) problem.graph.edges.push_back({node - 1, node, 1});
  }
  EXPECT_NEAR(noise_scale_of_neighbours(problem), 2, 0.2);  // five standard errors
  problem.graph.edges.clear();
  EXPECT_GT(noise_scale_of_neighbours(problem), 0);
}

}  // namespace
}  // namespace gaptv::testing
