// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/graph_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "gaptv/base/infinity.h"
#include "tests/oracles/random_graphs.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_min_cut.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// Of two solves of the same problem on different ways, as share of the range: the flow's rounding moves a value by
// less.
constexpr double solver_tolerance = 1e-10;
// A gap of 1e-14 in the dual ascent is a distance of about its square root.
constexpr double dual_ascent_tolerance = 1e-6;

void expect_near(const std::vector<double>& values, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t node = 0; node < values.size(); ++node) {
    EXPECT_NEAR(values[node], expected[node], tolerance) << "node " << node;
  }
}

double random_lambda(Random& random) {
  return std::pow(10.0, 1 - 4 * random.uniform());
}

class GraphSolverOnRandomProblems : public ::testing::TestWithParam<std::tuple<Topology, Kind>> {
 protected:
  Random random(std::uint64_t seed) const {
    const auto [topology, kind] = GetParam();
    return Random(seed, 100 * static_cast<std::uint64_t>(topology) + static_cast<std::uint64_t>(kind));
  }
  static GraphProblem problem(std::uint32_t nodes, Random& random) {
    return random_graph_problem(std::get<0>(GetParam()), nodes, std::get<1>(GetParam()), random);
  }
};
INSTANTIATE_TEST_SUITE_P(Every, GraphSolverOnRandomProblems,
                         ::testing::Combine(::testing::ValuesIn(all_topologies), ::testing::ValuesIn(all_kinds)),
                         [](const auto& tested) {
                           return name_of(std::get<0>(tested.param)) + name_of(std::get<1>(tested.param));
                         });

// Also where there are no data: the optimal value nearest to the mean, whether the node's component has data or not.
TEST_P(GraphSolverOnRandomProblems, ValuesAreThoseOfTheMinimumCutOracle) {
  Random random = this->random(61);
  for (int trial = 0; trial < 6; ++trial) {
    const GraphProblem problem = this->problem(static_cast<std::uint32_t>(2 + random.below(13)), random);
    const double lambda = random_lambda(random);
    const OptimalIntervals optimal = optimal_intervals(problem, lambda);
    const GraphSolution solution = solve_graph_certified(problem, lambda);
    const double mean = mean_of_data({{{problem.weight.size()}}, problem.weight, problem.mean});
    for (std::size_t node = 0; node < solution.beta.size(); ++node) {
      const double nearest =
          std::clamp(mean, optimal.lowest[node], std::max(optimal.lowest[node], optimal.highest[node]));
      const double expected = problem.weight[node] > 0 ? optimal.lowest[node] : nearest;
      // With extreme weights a light node between heavy ones takes over their rounding in the oracle's units.
      const double rounding = std::get<1>(GetParam()) == Kind::extreme_weights ? 1e-6 : 0.0;
      EXPECT_NEAR(solution.beta[node], expected, 4 * optimal.accuracy + rounding) << trial << " node " << node;
    }
  }
}

TEST_P(GraphSolverOnRandomProblems, AWarmPathDownOrUpEqualsColdSolves) {
  Random random = this->random(62);
  const GraphProblem problem = this->problem(40, random);
  const double tolerance = solver_tolerance * range_of_means(problem);
  GraphSolver down(problem);
  GraphSolver up(problem);
  std::vector<GraphSolution> cold;
  for (int i = 0; i < 12; ++i) {
    cold.push_back(solve_graph_certified(problem, 30 * std::pow(10.0, -i * 0.4)));
    expect_near(solve_certified(down, cold.back().lambda).beta, cold.back().beta, tolerance);
  }
  for (int i = 12; i-- > 0;) {
    const GraphSolution& expected = cold[static_cast<std::size_t>(i)];
    expect_near(solve_certified(up, expected.lambda).beta, expected.beta, tolerance);
  }
}

TEST_P(GraphSolverOnRandomProblems, NamesOrderAndDirectionDoNotMatter) {
  Random random = this->random(63);
  const GraphProblem problem = this->problem(30, random);
  const std::vector<std::uint32_t> new_name = random_order(30, random);
  const GraphProblem other = renamed(problem, new_name, random);
  for (const double lambda : {0.0, 0.01, 0.1, 1.0, 10.0}) {
    const GraphSolution one = solve_graph_certified(problem, lambda);
    const GraphSolution two = solve_graph_certified(other, lambda);
    for (std::size_t node = 0; node < 30; ++node) {
      EXPECT_NEAR(one.beta[node], two.beta[new_name[node]], solver_tolerance * range_of_means(problem)) << lambda;
    }
  }
  const double lambda_max = GraphSolver(problem).lambda_max();
  EXPECT_NEAR(GraphSolver(other).lambda_max(), lambda_max, 1e-9 * lambda_max);
}

TEST_P(GraphSolverOnRandomProblems, NegatingTheMeansNegatesTheFit) {
  Random random = this->random(64);
  const GraphProblem problem = this->problem(30, random);
  GraphProblem negated = problem;
  for (double& mean : negated.mean) mean = -mean;
  for (const double lambda : {0.0, 0.01, 0.3, 3.0, infinity}) {
    std::vector<double> expected = solve_graph_certified(negated, lambda).beta;
    for (double& value : expected) value = -value;
    expect_near(solve_graph_certified(problem, lambda).beta, expected, solver_tolerance * range_of_means(problem));
  }
}

// Only powers of two: not a bit may change.
TEST_P(GraphSolverOnRandomProblems, ScalesWithMeansWeightsAndEdges) {
  Random random = this->random(65);
  const GraphProblem problem = this->problem(30, random);
  const std::vector<double> expected = solve_graph_certified(problem, 0.4).beta;
  GraphProblem larger_means = problem;
  for (double& mean : larger_means.mean) mean *= 1024;
  std::vector<double> scaled = solve_graph_certified(larger_means, 0.4 * 1024).beta;
  for (double& value : scaled) value /= 1024;
  EXPECT_EQ(scaled, expected);
  GraphProblem heavier = problem;
  for (double& weight : heavier.weight) weight *= 8;
  EXPECT_EQ(solve_graph_certified(heavier, 0.4 * 8).beta, expected);
  GraphProblem weaker = problem;
  for (Graph::Edge& edge : weaker.graph.edges) edge.weight /= 64;
  EXPECT_EQ(solve_graph_certified(weaker, 0.4 * 64).beta, expected);
}

TEST_P(GraphSolverOnRandomProblems, LambdaMaxIsTheLargestRatioOfSurplusToCutOverAllSubsets) {
  Random random = this->random(66);
  for (int trial = 0; trial < 8; ++trial) {
    const GraphProblem problem = this->problem(static_cast<std::uint32_t>(1 + random.below(10)), random);
    const double expected = lambda_max_by_all_subsets(problem);
    const double heaviest = *std::max_element(problem.weight.begin(), problem.weight.end());
    // With extreme weights the ratio is a difference of large pulls, in the oracle as well.
    EXPECT_NEAR(GraphSolver(problem).lambda_max(), expected, 1e-11 * expected + 1e-13 * heaviest) << "trial " << trial;
  }
}

bool is_constant_on_components(const GraphProblem& problem, const std::vector<double>& beta) {
  return std::all_of(problem.graph.edges.begin(), problem.graph.edges.end(),
                     [&](const Graph::Edge& edge) { return edge.weight <= 0 || beta[edge.from] == beta[edge.to]; });
}

TEST_P(GraphSolverOnRandomProblems, LambdaMaxIsWhereTheFitBecomesConstantOnEveryComponent) {
  Random random = this->random(67);
  for (int trial = 0; trial < 8; ++trial) {
    const GraphProblem problem = this->problem(static_cast<std::uint32_t>(2 + random.below(40)), random);
    GraphSolver solver(problem);
    const double lambda_max = solver.lambda_max();
    const double heaviest = *std::max_element(problem.weight.begin(), problem.weight.end());
    if (lambda_max < 1e-13 * heaviest) continue;
    const auto is_constant = [&](double lambda) {
      return is_constant_on_components(problem, solve_certified(solver, lambda).beta);
    };
    EXPECT_TRUE(is_constant(lambda_max)) << "trial " << trial;
    EXPECT_TRUE(is_constant(lambda_max * 1.5)) << "trial " << trial;
    EXPECT_FALSE(is_constant(lambda_max * (1 - 1e-6))) << "warm, trial " << trial;
    solver.reset();
    EXPECT_FALSE(is_constant(lambda_max * (1 - 1e-6))) << "cold, trial " << trial;
  }
}

TEST_P(GraphSolverOnRandomProblems, WithoutPenaltyTheMeansAreTheFit) {
  Random random = this->random(68);
  const GraphProblem problem = this->problem(20, random);
  const GraphSolution solution = solve_graph_certified(problem, 0);
  for (std::size_t node = 0; node < 20; ++node) {
    if (problem.weight[node] > 0) {
      EXPECT_EQ(solution.beta[node], problem.mean[node]);
    }
  }
}

// Infinity itself, and the finite penalties that are as good as that but have to be proven by a flow.
TEST_P(GraphSolverOnRandomProblems, AHugePenaltyGivesTheMeanOfEachComponent) {
  Random random = this->random(69);
  const GraphProblem problem = this->problem(20, random);
  const double heaviest = *std::max_element(problem.weight.begin(), problem.weight.end());
  for (const double lambda : {1e6, 1e9, 1e100, 1e290, infinity}) {
    const GraphSolution solution = solve_graph_certified(problem, lambda * heaviest);
    expect_near(solution.beta, component_means(problem), 1e-11 * range_of_means(problem));
    EXPECT_TRUE(is_constant_on_components(problem, solution.beta)) << lambda;
  }
}

TEST(GraphSolver, ValuesAreThoseOfTheDualAscentOracle) {
  Random random(70);
  for (const Topology topology : all_topologies) {
    for (int trial = 0; trial < 10; ++trial) {
      const Kind kind = trial % 2 == 0 ? Kind::plain : Kind::tied;
      const auto nodes = static_cast<std::uint32_t>(1 + random.below(9));
      const GraphProblem problem = random_graph_problem(topology, nodes, kind, random);
      const double lambda = random_lambda(random);
      const std::vector<double> expected = minimiser_by_dual_ascent(problem, lambda);
      expect_near(solve_graph_certified(problem, lambda).beta, expected, dual_ascent_tolerance);
    }
  }
}

// Weak edges beside strong ones, light nodes beside heavy ones, nodes without data between them: the certificate is
// what is tested. Both the split that got nowhere and the flow too coarse for the weakest edges were found like this.
TEST(GraphSolver, IsCertifiedWithWeightsOverTwelveOrdersOfMagnitude) {
  Random random(71);
  for (int trial = 0; trial < 1500; ++trial) {
    GraphSolver solver(random_extreme_problem(static_cast<std::uint32_t>(1 + random.below(30)), random));
    for (int i = 0; i < 4; ++i) solve_certified(solver, std::pow(10.0, 8 * random.uniform() - 4));
    solve_certified(solver, solver.lambda_max());
    if (HasFailure()) FAIL() << "trial " << trial;
  }
}

TEST(GraphSolver, AgreesWithTheGridSolverOnGrids) {
  Random random(72);
  for (const Shape& shape : {Shape{{50}}, Shape{{9, 11}}, Shape{{4, 5, 6}}}) {
    for (const Kind kind : {Kind::plain, Kind::with_empty_cells, Kind::tied_with_empty_cells}) {
      const TvProblem problem = random_problem(shape, kind, random);
      const GraphProblem as_a_graph = as_graph(problem);
      for (const double lambda : {0.003, 0.1, 0.5, 2.0, 50.0}) {
        expect_near(solve_graph_certified(as_a_graph, lambda).beta, solve_certified(problem, lambda).beta, 1e-12);
      }
      const double lambda_max = GridSolver(problem).lambda_max();
      EXPECT_NEAR(GraphSolver(as_a_graph).lambda_max(), lambda_max, 1e-11 * lambda_max);
    }
  }
}

TEST(GraphSolver, TwoNodesHaveTheTextbookSolution) {
  const GraphProblem problem{{2, {{1, 0, 3.0}}}, {1, 3}, {0, 4}};
  const GraphSolution apart = solve_graph_certified(problem, 0.5);
  expect_near(apart.beta, {1.5, 3.5}, 1e-15);
  EXPECT_EQ(apart.flow[0], 3.0);  // from the second, higher node to the first
  const GraphSolution together = solve_graph_certified(problem, 2);
  expect_near(together.beta, {3, 3}, 1e-15);
  EXPECT_NEAR(together.flow[0], 1.5, 1e-12);
  EXPECT_NEAR(GraphSolver(problem).lambda_max(), 1.0, 1e-12);
}

TEST(GraphSolver, ParallelEdgesAreOneWithTheSumOfTheirWeights) {
  Random random(73);
  const GraphProblem problem = random_graph_problem(Topology::tree, 25, Kind::with_empty_cells, random);
  GraphProblem in_parts = problem;
  in_parts.graph.edges.clear();
  for (const auto& [from, to, weight] : problem.graph.edges) {
    in_parts.graph.edges.insert(
        in_parts.graph.edges.end(),
        {{from, to, weight / 4}, {to, from, weight / 2}, {from, to, 0.0}, {from, to, weight / 4}});
  }
  for (const double lambda : {0.05, 0.5, 5.0}) {
    expect_near(solve_graph_certified(in_parts, lambda).beta, solve_graph_certified(problem, lambda).beta, 1e-12);
  }
}

TEST(GraphSolver, AComponentWithoutDataGetsTheMeanOfAllData) {
  const GraphProblem problem{{5, {{0, 1, 1.0}, {2, 3, 1.0}}}, {1, 3, 0, 0, 0}, {0, 4, 7, 8, 9}};
  for (const double lambda : {0.0, 0.1, 100.0, infinity}) {
    const GraphSolution solution = solve_graph_certified(problem, lambda);
    for (const std::size_t node : {2U, 3U, 4U}) EXPECT_EQ(solution.beta[node], 3.0) << lambda;
    EXPECT_EQ(solution.flow[1], 0.0);
  }
}

TEST(GraphSolver, AnEdgeOfWeightZeroJoinsNothing) {
  const GraphProblem problem{{3, {{0, 1, 0.0}, {1, 2, 1.0}}}, {1, 1, 1}, {5, 1, 3}};
  expect_near(solve_graph_certified(problem, infinity).beta, {5, 2, 2}, 1e-15);
  expect_near(solve_graph_certified(problem, 0.5).beta, {5, 1.5, 2.5}, 1e-15);
}

TEST(GraphSolver, AnOffsetOfAMillionCostsNothing) {
  Random random(74);
  const GraphProblem problem = random_graph_problem(Topology::multigraph, 30, Kind::with_empty_cells, random);
  GraphProblem shifted = problem;
  for (double& mean : shifted.mean) mean += 1048576;
  std::vector<double> expected = solve_graph_certified(problem, 0.2).beta;
  for (double& value : expected) value += 1048576;
  expect_near(solve_graph_certified(shifted, 0.2).beta, expected, 1e-9);
}

// An image as a graph, large enough for several blocks. The nodes' names are shuffled if asked for.
GraphProblem image(std::uint32_t side, double share_empty, bool is_shuffled, Random& random) {
  GraphProblem problem{{side * side, {}}, {}, {}};
  for (std::uint32_t cell = 0; cell < side * side; ++cell) {
    const std::uint32_t row = cell / side;
    const std::uint32_t column = cell % side;
    if (column + 1 < side) problem.graph.edges.push_back({cell, cell + 1, 1.0});
    if (row + 1 < side) problem.graph.edges.push_back({cell, cell + side, 1.0});
    problem.weight.push_back(random.uniform() < share_empty ? 0.0 : 1.0);
    problem.mean.push_back((3 * row < side ? 2.0 : 0.0) + (2 * column < side ? 1.0 : 0.0) + random.normal());
  }
  return is_shuffled ? renamed(problem, random_order(problem.graph.nodes, random), random) : problem;
}

class GraphSolverOnImages : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(ShareEmpty, GraphSolverOnImages, ::testing::Values(0.0, 0.4),
                         [](const auto& tested) { return tested.param > 0 ? "WithEmptyCells" : "Full"; });

TEST_P(GraphSolverOnImages, OfSeveralBlocksAgreeWithTheGridSolver) {
  Random random(75);
  const GraphProblem problem = image(160, GetParam(), false, random);
  GridSolver grid({{{160, 160}}, problem.weight, problem.mean});
  GraphSolver graph(problem);
  for (const double lambda : {0.02, 0.3, 1.0, 4.0}) {
    grid.reset();
    graph.reset();
    expect_near(solve_certified(graph, lambda).beta, solve_certified(grid, lambda).beta, 1e-11);
  }
}

class GraphSolverOnNamedImages : public ::testing::TestWithParam<std::tuple<double, bool>> {};
INSTANTIATE_TEST_SUITE_P(ShareEmptyAndShuffled, GraphSolverOnNamedImages,
                         ::testing::Combine(::testing::Values(0.0, 0.4), ::testing::Bool()));

TEST_P(GraphSolverOnNamedImages, GiveTheSameBytesWhetherTheFirstLambdaWasToldOrNot) {
  Random random(77);
  const GraphProblem problem = image(200, std::get<0>(GetParam()), std::get<1>(GetParam()), random);
  const double lambda = 0.7;
  GraphSolver untold(problem, 2);
  const GraphSolution expected = solve_certified(untold, lambda);
  for (const double told : {lambda, 2 * lambda, 1e-9, 0.0, infinity}) {
    GraphSolver solver(problem, 2, told);
    const GraphSolution solution = solve_certified(solver, lambda);
    EXPECT_EQ(solution.beta, expected.beta) << told;
    EXPECT_EQ(solution.flow, expected.flow) << told;
  }
}

TEST_P(GraphSolverOnNamedImages, GiveTheSameBytesWithAnyNumberOfThreads) {
  Random random(76);
  const bool is_shuffled = std::get<1>(GetParam());
  const GraphProblem problem = image(200, std::get<0>(GetParam()), is_shuffled, random);
  for (const double lambda : {0.3, 1.0}) {
    GraphSolver one(problem, 1);
    const GraphSolution expected = solve_certified(one, lambda);
    for (const std::size_t threads : {2U, 5U}) {
      GraphSolver several(problem, threads);
      const GraphSolution solution = solve_certified(several, lambda);
      EXPECT_EQ(solution.beta, expected.beta) << threads << " threads";
      EXPECT_EQ(solution.flow, expected.flow) << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
