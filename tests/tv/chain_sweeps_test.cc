// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/chain/chain_sweeps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/tv/chain/chain_solver.h"
#include "tests/oracles/random_graphs.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

using tv::guess_flow_by_chains;

// Weights of nodes and edges between 0.5 and 2; every node is joined to those so many steps on.
GraphProblem stepped(std::uint32_t nodes, const std::vector<std::uint32_t>& lengths, Random& random) {
  GraphProblem problem{{nodes, {}}, {}, {}};
  for (std::uint32_t v = 0; v < nodes; ++v) {
    problem.weight.push_back(0.5 + 1.5 * random.uniform());
    problem.mean.push_back((2 * v < nodes ? 2.0 : 0.0) + random.normal());
    for (const std::uint32_t length : lengths) {
      if (v + length >= nodes) continue;
      const double weight = 0.5 + 1.5 * random.uniform();
      problem.graph.edges.push_back(v % 2 == 0 ? Graph::Edge{v, v + length, weight}
                                               : Graph::Edge{v + length, v, weight});
    }
  }
  return problem;
}

// The dual value that a flow proves, up to a constant: the larger the better.
double dual_value(const GraphProblem& problem, double lambda, const std::vector<double>& flow) {
  std::vector<double> outflow(problem.graph.nodes, 0.0);
  for (std::size_t e = 0; e < flow.size(); ++e) {
    outflow[problem.graph.edges[e].from] += lambda * flow[e];
    outflow[problem.graph.edges[e].to] -= lambda * flow[e];
  }
  double value = 0;
  for (std::size_t v = 0; v < outflow.size(); ++v) {
    const double implied = problem.mean[v] - outflow[v] / problem.weight[v];
    value -= problem.weight[v] / 2 * implied * implied;
  }
  return value;
}

TEST(GuessFlowByChains, IsWithinTheCapacitiesAndNearlyOptimal) {
  // A few turns come within a few percent of the optimum, counted from no flow at all.
  constexpr double missing_share = 0.05;
  Random random(81);
  for (const std::vector<std::uint32_t>& lengths : {std::vector<std::uint32_t>{1, 20}, {1, 10, 100}, {1, 19, 20, 21}}) {
    const GraphProblem problem = stepped(600, lengths, random);
    for (const double lambda : {0.1, 0.5, 2.0}) {
      const auto flow = guess_flow_by_chains(problem, lambda, 1);
      ASSERT_TRUE(flow);
      for (std::size_t e = 0; e < flow->size(); ++e) {
        EXPECT_LE(std::abs((*flow)[e]), problem.graph.edges[e].weight * (1 + 1e-15)) << "edge " << e;
      }
      const double nothing = dual_value(problem, lambda, std::vector<double>(flow->size(), 0.0));
      const double best = dual_value(problem, lambda, solve_graph_certified(problem, lambda).flow);
      EXPECT_GE(dual_value(problem, lambda, *flow), best - missing_share * (best - nothing)) << lambda;
    }
  }
}

TEST(GuessFlowByChains, IsTheSolutionOfAChain) {
  Random random(82);
  const GraphProblem problem = stepped(200, {1}, random);
  constexpr double lambda = 0.7;
  std::vector<double> capacity;
  for (const Graph::Edge& edge : problem.graph.edges) capacity.push_back(lambda * edge.weight);
  const ChainSolution chain = solve_chain(problem.weight, problem.mean, capacity);
  const auto flow = guess_flow_by_chains(problem, lambda, 1);
  ASSERT_TRUE(flow);
  std::size_t full = 0;
  for (std::size_t e = 0; e < flow->size(); ++e) {
    const Graph::Edge& edge = problem.graph.edges[e];
    const double along = edge.from < edge.to ? (*flow)[e] : -(*flow)[e];
    EXPECT_NEAR(along * lambda, chain.flow[e], 1e-12) << "edge " << e;
    // Where the chain jumps the edge is full to the last digit.
    if (chain.beta[e] == chain.beta[e + 1]) continue;
    EXPECT_EQ(std::abs(along), edge.weight) << "edge " << e;
    ++full;
  }
  EXPECT_GT(full, 0U);
}

// The string of this chain would have to be looked at thousands of times (see taut_string_test.cc).
TEST(GuessFlowByChains, IsTheSolutionOfAChainThatAStringCannotSolve) {
  constexpr std::uint32_t nodes = 4000;
  GraphProblem problem{{nodes, {}}, std::vector<double>(nodes, 1.0), {}};
  std::vector<double> capacity;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    problem.mean.push_back(v);
    if (v == 0) continue;
    capacity.push_back(0.999 * v * (nodes - v) / 2);
    problem.graph.edges.push_back({v - 1, v, capacity.back()});
  }
  const ChainSolution chain = solve_chain(problem.weight, problem.mean, capacity);
  const auto flow = guess_flow_by_chains(problem, 1.0, 1);
  ASSERT_TRUE(flow);
  for (std::size_t e = 0; e < flow->size(); ++e) EXPECT_NEAR((*flow)[e], chain.flow[e], 1e-12 * capacity[e]);
}

TEST(GuessFlowByChains, ParallelEdgesShareByTheirWeights) {
  GraphProblem problem{{3, {{0, 1, 1.0}, {1, 0, 3.0}, {1, 2, 1.0}, {0, 2, 0.0}}}, {1, 1, 1}, {1, 0, 0.5}};
  const auto flow = guess_flow_by_chains(problem, 0.1, 1);
  ASSERT_TRUE(flow);
  EXPECT_NE((*flow)[0], 0);
  EXPECT_DOUBLE_EQ(-3 * (*flow)[0], (*flow)[1]);
  EXPECT_EQ((*flow)[3], 0);
}

TEST(GuessFlowByChains, LeavesOtherGraphsAlone) {
  Random random(83);
  EXPECT_FALSE(guess_flow_by_chains(stepped(50, {1, 2, 3, 4, 5}, random), 1.0, 1));
  EXPECT_FALSE(guess_flow_by_chains(stepped(50, {}, random), 1.0, 1));
  GraphProblem with_empty_node = stepped(50, {1, 7}, random);
  EXPECT_TRUE(guess_flow_by_chains(with_empty_node, 1.0, 1));
  with_empty_node.weight[13] = 0;
  EXPECT_FALSE(guess_flow_by_chains(with_empty_node, 1.0, 1));
}

TEST(GuessFlowByChains, GivesTheSameBytesWithAnyNumberOfThreads) {
  Random random(84);
  const GraphProblem problem = stepped(50000, {1, 200}, random);
  EXPECT_EQ(guess_flow_by_chains(problem, 0.5, 4), guess_flow_by_chains(problem, 0.5, 1));
}

// Nodes are joined as in an image, in a cube or in an image with diagonals, enough of them for several blocks; the same
// graph with shuffled names is solved without a guess.
TEST(GuessFlowByChains, LeadsToTheSolutionThatIsFoundWithoutIt) {
  Random random(85);
  for (const std::vector<std::uint32_t>& lengths :
       {std::vector<std::uint32_t>{1, 140}, {1, 27, 729}, {1, 139, 140, 141}}) {
    const GraphProblem problem = stepped(20000, lengths, random);
    const std::vector<std::uint32_t> new_name = random_order(problem.graph.nodes, random);
    const GraphProblem shuffled = renamed(problem, new_name, random);
    ASSERT_FALSE(guess_flow_by_chains(shuffled, 1.0, 1));
    for (const double lambda : {0.3, 1.0, 3.0}) {
      const GraphSolution guessed = solve_graph_certified(problem, lambda);
      const GraphSolution plain = solve_graph_certified(shuffled, lambda);
      for (std::size_t node = 0; node < new_name.size(); ++node) {
        ASSERT_NEAR(guessed.beta[node], plain.beta[new_name[node]], 1e-10) << "lambda " << lambda << " node " << node;
      }
    }
  }
}

TEST(GuessFlowByChains, IsNotLedAstrayByWeightsOverTwelveOrdersOfMagnitude) {
  Random random(86);
  GraphProblem problem = stepped(20000, {1, 140}, random);
  for (double& weight : problem.weight) weight *= std::pow(10.0, 12 * random.uniform() - 6);
  for (Graph::Edge& edge : problem.graph.edges) edge.weight *= std::pow(10.0, 12 * random.uniform() - 6);
  for (const double lambda : {0.01, 1.0, 100.0}) solve_graph_certified(problem, lambda);
}

}  // namespace
}  // namespace gaptv::testing
