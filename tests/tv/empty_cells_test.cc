// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/empty_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_min_cut.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

constexpr double objective_tolerance = 1e-9;  // relative; the oracle's values are good to 2^-34 of their range

TvProblem problem_with_empty_cells(Random& random) {
  const Kind kinds[] = {Kind::with_empty_cells, Kind::mostly_empty, Kind::tied_with_empty_cells};
  return random_problem(random_shape(1 + random.below(3), 6, 24, random), kinds[random.below(3)], random);
}

TEST(EmptyCells, GetTheOptimalValueNearestToTheMeanOfTheData) {
  Random random(41);
  for (int trial = 0; trial < 60; ++trial) {
    const TvProblem problem = problem_with_empty_cells(random);
    const double lambda = std::pow(10.0, 0.5 - 3 * random.uniform());
    const OptimalIntervals optimal = optimal_intervals(problem, lambda);
    const Solution solution = solve_certified(problem, lambda);
    for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) {
      const double expected = std::clamp(mean_of_data(problem), optimal.lowest[cell],
                                         std::max(optimal.lowest[cell], optimal.highest[cell]));
      if (problem.weight[cell] <= 0) {
        EXPECT_NEAR(solution.beta[cell], expected, 4 * optimal.accuracy) << "trial " << trial << " cell " << cell;
      }
    }
  }
}

TEST(EmptyCells, GetTheMiddleOfTheirOptimalValuesIfAskedTo) {
  Random random(45);
  for (int trial = 0; trial < 60; ++trial) {
    TvProblem problem = problem_with_empty_cells(random);
    problem.empty_cells = EmptyCellRule::middle;
    const double lambda = std::pow(10.0, 0.5 - 3 * random.uniform());
    const OptimalIntervals optimal = optimal_intervals(problem, lambda);
    const Solution solution = solve_certified(problem, lambda);  // all of them together are a minimiser
    for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) {
      if (problem.weight[cell] > 0) continue;
      const double middle = (optimal.lowest[cell] + std::max(optimal.lowest[cell], optimal.highest[cell])) / 2;
      EXPECT_NEAR(solution.beta[cell], middle, 4 * optimal.accuracy) << "trial " << trial << " cell " << cell;
    }
  }
}

TEST(EmptyCells, MayMoveWithinTheirIntervalButNotBeyond) {
  Random random(42);
  int moved_beyond = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const TvProblem problem = problem_with_empty_cells(random);
    const double lambda = std::pow(10.0, 0.5 - 3 * random.uniform());
    const OptimalIntervals optimal = optimal_intervals(problem, lambda);
    const Solution solution = solve_certified(problem, lambda);
    const double least = objective(problem, lambda, solution.beta);
    for (const std::vector<double>* bound : {&optimal.lowest, &optimal.highest}) {
      std::vector<double> beta = solution.beta;
      for (std::size_t cell = 0; cell < beta.size(); ++cell) {
        if (problem.weight[cell] <= 0) beta[cell] = (*bound)[cell];
      }
      const double slack = objective_tolerance * (least + lambda * range_of_means(problem));
      EXPECT_LE(objective(problem, lambda, beta), least + slack) << "trial " << trial;
      const double step = bound == &optimal.lowest ? -0.01 : 0.01;
      for (std::size_t cell = 0; cell < beta.size(); ++cell) {
        if (problem.weight[cell] > 0 || problem.weight.size() == 1) continue;
        std::vector<double> beyond = beta;
        beyond[cell] += step * std::max(range_of_means(problem), 0.1);
        EXPECT_GT(objective(problem, lambda, beyond), least + slack) << "trial " << trial << " cell " << cell;
        ++moved_beyond;
      }
    }
  }
  EXPECT_GT(moved_beyond, 100);
}

TEST(EmptyCells, DoNotDependOnTheWayToTheSolution) {
  Random random(43);
  for (int trial = 0; trial < 30; ++trial) {
    const TvProblem problem = problem_with_empty_cells(random);
    GridSolver up(problem);
    GridSolver down(problem);
    for (const double lambda : {1e-3, 1e-2, 0.1}) solve_certified(up, lambda);
    for (const double lambda : {10.0, 3.0, 1.0}) solve_certified(down, lambda);
    const Solution cold = solve_certified(problem, 0.3);
    const Solution from_below = solve_certified(up, 0.3);
    const Solution from_above = solve_certified(down, 0.3);
    for (std::size_t cell = 0; cell < cold.beta.size(); ++cell) {
      EXPECT_NEAR(from_below.beta[cell], cold.beta[cell], 1e-11) << "trial " << trial;
      EXPECT_NEAR(from_above.beta[cell], cold.beta[cell], 1e-11) << "trial " << trial;
    }
  }
}

TEST(EmptyCells, BetweenTwoValuesTakeTheMeanWhenItIsOptimal) {
  const Solution solution = solve_certified({{{5}}, {1, 0, 0, 0, 3}, {0, 9, 9, 9, 4}}, 0.5);
  EXPECT_DOUBLE_EQ(solution.beta[0], 0.5);
  for (const std::size_t cell : {1U, 2U, 3U}) EXPECT_DOUBLE_EQ(solution.beta[cell], 3.0);
  EXPECT_DOUBLE_EQ(solution.beta[4], 4 - 0.5 / 3);
}

TEST(EmptyCells, AtTheRimTakeTheValueOfTheirNeighbour) {
  const Solution solution = solve_certified({{{5}}, {0, 1, 1, 0, 0}, {9, 0, 4, 9, 9}}, 0.5);
  EXPECT_EQ(solution.beta[0], solution.beta[1]);
  EXPECT_EQ(solution.beta[3], solution.beta[2]);
  EXPECT_EQ(solution.beta[4], solution.beta[2]);
}

// Without a penalty every value is optimal in an empty cell. The rule must not prefer high or low ones there either.
TEST(EmptyCells, WithoutPenaltyAreAsSymmetricAsWithOne) {
  const TvProblem problem{{{4}}, {1, 0, 0, 3}, {0, 9, 9, 4}};
  const Solution one = solve_certified(problem, 0);
  const Solution other = solve_certified(negated(problem), 0);
  for (std::size_t cell = 0; cell < 4; ++cell) EXPECT_DOUBLE_EQ(one.beta[cell], -other.beta[cell]);
  const Solution limit = solve_certified(problem, 1e-9);
  for (std::size_t cell = 0; cell < 4; ++cell) EXPECT_NEAR(one.beta[cell], limit.beta[cell], 1e-8);
}

TEST(EmptyCells, ValuesThatDifferByRoundingOnlyAreUnited) {
  const TvProblem problem{{{4}}, {1, 1, 1, 1}, {1, 1, 5, 5}};
  Solution solution{0.1, {1.0, 1.0 + 1e-15, 5.0, 5.0 - 2e-15}, {0, 0, 0, 0}};
  unite_values_equal_up_to_rounding(problem, solution);
  EXPECT_EQ(solution.beta, (std::vector<double>{1.0, 1.0, 5.0, 5.0}));
}

TEST(EmptyCells, ValuesThatReallyDifferAreNotUnited) {
  const TvProblem problem{{{4}}, {1, 1, 1, 1}, {1, 1, 5, 5}};
  const std::vector<double> beta = {1.0, 1.0 + 1e-9, 5.0, 5.0 - 1e-9};
  Solution solution{0.1, beta, {0, 0, 0, 0}};
  unite_values_equal_up_to_rounding(problem, solution);
  EXPECT_EQ(solution.beta, beta);
}

}  // namespace
}  // namespace gaptv::testing
