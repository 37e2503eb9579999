// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/tv/solve/grid_solver.h"
#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// The flow's unit is 2^-40 of lambda, and a grid of some cells adds a few units.
constexpr double relative_tolerance = 1e-11;
// Below this the means are equal but for rounding.
constexpr double nothing = 1e-14;

bool is_constant(const std::vector<double>& beta) {
  return std::all_of(beta.begin(), beta.end(), [&](double value) { return value == beta.front(); });
}

class LambdaMax : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Every, LambdaMax, ::testing::ValuesIn(all_kinds),
                         [](const auto& tested) { return name_of(tested.param); });

TEST_P(LambdaMax, IsTheLargestRatioOfSurplusToCutOverAllSubsets) {
  Random random(21, static_cast<std::uint64_t>(GetParam()));
  for (int trial = 0; trial < 60; ++trial) {
    const TvProblem problem = random_problem(random_shape(1 + random.below(3), 12, 12, random), GetParam(), random);
    const double expected = lambda_max_by_all_subsets(problem);
    // With extreme weights the ratio is a difference of large pulls, in the oracle as well.
    const double heaviest = *std::max_element(problem.weight.begin(), problem.weight.end());
    EXPECT_NEAR(GridSolver(problem).lambda_max(), expected, relative_tolerance * expected + nothing * heaviest);
  }
}

TEST_P(LambdaMax, IsWhereTheFitBecomesConstant) {
  Random random(22, static_cast<std::uint64_t>(GetParam()));
  for (int trial = 0; trial < 60; ++trial) {
    const TvProblem problem = random_problem(random_shape(1 + random.below(3), 9, 60, random), GetParam(), random);
    GridSolver solver(problem);
    const double lambda_max = solver.lambda_max();
    const double heaviest = *std::max_element(problem.weight.begin(), problem.weight.end());
    if (lambda_max < nothing * heaviest) continue;
    EXPECT_TRUE(is_constant(solve_certified(solver, lambda_max).beta)) << "warm, trial " << trial;
    EXPECT_TRUE(is_constant(solve_certified(problem, lambda_max).beta)) << "cold, trial " << trial;
    EXPECT_TRUE(is_constant(solve_certified(problem, lambda_max * 1.5).beta)) << "above, trial " << trial;
    EXPECT_FALSE(is_constant(solve_certified(problem, lambda_max * (1 - 1e-6)).beta)) << "cold below, trial " << trial;
    EXPECT_FALSE(is_constant(solve_certified(solver, lambda_max * (1 - 1e-6)).beta)) << "warm below, trial " << trial;
  }
}

TEST(LambdaMax, ScalesWithTheMeansAndWithTheWeights) {
  Random random(23);
  TvProblem problem = random_problem({{5, 7}}, Kind::with_empty_cells, random);
  const double once = GridSolver(problem).lambda_max();
  for (double& mean : problem.mean) mean *= 1024;
  EXPECT_DOUBLE_EQ(GridSolver(problem).lambda_max(), 1024 * once);
  for (double& weight : problem.weight) weight *= 8;
  EXPECT_DOUBLE_EQ(GridSolver(problem).lambda_max(), 8192 * once);
}

TEST(LambdaMax, IsZeroWhenAllMeansAreEqual) {
  EXPECT_NEAR(GridSolver({{{2, 2}}, {1, 2, 3, 4}, {5, 5, 5, 5}}).lambda_max(), 0, nothing);
  EXPECT_NEAR(GridSolver({{{3}}, {3, 3, 3}, {0.1, 0.1, 0.1}}).lambda_max(), 0, nothing);
}

}  // namespace
}  // namespace gaptv::testing
