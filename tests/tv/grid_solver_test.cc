// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/solve/grid_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_min_cut.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// Relative to the range of the means: the solver counts flow in units of 2^-40 of lambda, and errors of a few such
// units move a value by less than this.
constexpr double grid_tolerance = 1e-10;
// A gap of 1e-14 in the dual ascent is a distance of about its square root.
constexpr double grid_ascent_tolerance = 1e-6;
// A level so near to a value of beta is not asked for: rounding may put the value on either side.
constexpr double too_near = 1e-7;

double scale_of(const TvProblem& problem) {
  double pull = 0;
  for (std::size_t cell = 0; cell < problem.weight.size(); ++cell) {
    pull = std::max(pull, problem.weight[cell] * range_of_means(problem));
  }
  return std::max(pull, 1e-3);
}

class GridSolverOnRandomProblems : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Every, GridSolverOnRandomProblems, ::testing::ValuesIn(all_kinds),
                         [](const auto& tested) { return name_of(tested.param); });

TEST_P(GridSolverOnRandomProblems, ValuesAreThoseOfTheMinimumCutOracle) {
  Random random(1, static_cast<std::uint64_t>(GetParam()));
  for (int trial = 0; trial < 25; ++trial) {
    const TvProblem problem = random_problem(random_shape(1 + random.below(3), 6, 20, random), GetParam(), random);
    const double lambda = scale_of(problem) * std::pow(10.0, -3 * random.uniform());
    const OptimalIntervals optimal = optimal_intervals(problem, lambda);
    const Solution solution = solve_certified(problem, lambda);
    for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) {
      // With extreme weights a light cell between heavy ones takes over their rounding in the oracle's units.
      EXPECT_GE(solution.beta[cell], optimal.lowest[cell] - 2 * optimal.accuracy) << "trial " << trial;
      EXPECT_LE(solution.beta[cell], optimal.highest[cell] + 2 * optimal.accuracy) << "trial " << trial;
    }
  }
}

TEST_P(GridSolverOnRandomProblems, EveryLevelSetIsAMinimumCut) {
  Random random(2, static_cast<std::uint64_t>(GetParam()));
  for (const Shape& shape : {Shape{{40}}, Shape{{9, 8}}, Shape{{4, 5, 3}}}) {
    const TvProblem problem = random_problem(shape, GetParam(), random);
    for (const double share : {0.3, 0.03, 0.001}) {
      const double lambda = scale_of(problem) * share;
      const Solution solution = solve_certified(problem, lambda);
      const MinimumCuts cuts(problem, lambda);
      std::vector<double> levels = solution.beta;
      std::sort(levels.begin(), levels.end());
      for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
        if (levels[i + 1] - levels[i] < too_near * range_of_means(problem)) continue;
        const double level = levels[i] + (levels[i + 1] - levels[i]) / 2;
        const LevelSets sets = cuts.at(level);
        for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) {
          const bool is_above = solution.beta[cell] > level;
          EXPECT_TRUE(is_above || !sets.smallest[cell]) << "cell " << cell << " is too low for level " << level;
          EXPECT_TRUE(!is_above || sets.largest[cell]) << "cell " << cell << " is too high for level " << level;
        }
      }
    }
  }
}

TEST_P(GridSolverOnRandomProblems, AWarmPathDownOrUpEqualsColdSolves) {
  Random random(3, static_cast<std::uint64_t>(GetParam()));
  for (int trial = 0; trial < 8; ++trial) {
    const TvProblem problem = random_problem(random_shape(1 + random.below(3), 12, 150, random), GetParam(), random);
    const double tolerance = grid_tolerance * range_of_means(problem);
    GridSolver down(problem);
    GridSolver up(problem);
    constexpr int steps = 12;
    std::vector<Solution> cold;
    for (int i = 0; i < steps; ++i) {
      const double lambda = scale_of(problem) * std::pow(10.0, -i * 0.4);
      cold.push_back(solve_certified(problem, lambda));
      const Solution warm = solve_certified(down, lambda);
      for (std::size_t cell = 0; cell < warm.beta.size(); ++cell) {
        EXPECT_NEAR(warm.beta[cell], cold.back().beta[cell], tolerance) << "down, step " << i;
      }
    }
    for (int i = steps; i-- > 0;) {
      const Solution& expected = cold[static_cast<std::size_t>(i)];
      const Solution warm = solve_certified(up, expected.lambda);
      for (std::size_t cell = 0; cell < warm.beta.size(); ++cell) {
        EXPECT_NEAR(warm.beta[cell], expected.beta[cell], tolerance) << "up, step " << i;
      }
    }
  }
}

TEST_P(GridSolverOnRandomProblems, NegatingTheMeansNegatesTheFit) {
  Random random(4, static_cast<std::uint64_t>(GetParam()));
  for (int trial = 0; trial < 20; ++trial) {
    const TvProblem problem = random_problem(random_shape(1 + random.below(3), 8, 100, random), GetParam(), random);
    for (const double share : {0.0, 1e-4, 0.01, 0.1, 1.0}) {
      const double lambda = scale_of(problem) * share;
      const Solution one = solve_certified(problem, lambda);
      const Solution other = solve_certified(negated(problem), lambda);
      for (std::size_t cell = 0; cell < one.beta.size(); ++cell) {
        EXPECT_NEAR(one.beta[cell], -other.beta[cell], grid_tolerance * range_of_means(problem)) << "share " << share;
      }
    }
  }
}

TEST(GridSolver, ValuesAreThoseOfTheDualAscentOracle) {
  Random random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const Kind kind = trial % 2 == 0 ? Kind::plain : Kind::tied;
    const TvProblem problem = random_problem(random_shape(1 + random.below(3), 5, 9, random), kind, random);
    const double lambda = std::pow(10.0, 1 - 4 * random.uniform());
    const std::vector<double> expected = minimiser_by_dual_ascent(problem, lambda);
    const Solution solution = solve_certified(problem, lambda);
    for (std::size_t cell = 0; cell < expected.size(); ++cell) {
      EXPECT_NEAR(solution.beta[cell], expected[cell], grid_ascent_tolerance) << "trial " << trial;
    }
  }
}

TEST(GridSolver, TwoCellsHaveTheTextbookSolution) {
  const TvProblem problem{{{2}}, {1, 3}, {0, 4}};
  const Solution apart = solve_certified(problem, 1.5);
  EXPECT_DOUBLE_EQ(apart.beta[0], 1.5);
  EXPECT_DOUBLE_EQ(apart.beta[1], 3.5);
  const Solution together = solve_certified(problem, 3.5);
  EXPECT_DOUBLE_EQ(together.beta[0], 3.0);
  EXPECT_EQ(together.beta[0], together.beta[1]);
}

TEST(GridSolver, ASingleCellKeepsItsMean) {
  for (const Shape& shape : {Shape{{1}}, Shape{{1, 1}}, Shape{{1, 1, 1}}}) {
    GridSolver solver({shape, {0.3}, {0.1}});
    EXPECT_NEAR(solver.lambda_max(), 0, std::numeric_limits<double>::epsilon());
    for (const double lambda : {0.0, 1e-9, 1.0, 1e9}) EXPECT_DOUBLE_EQ(solve_certified(solver, lambda).beta[0], 0.1);
  }
}

TEST(GridSolver, ALineIsTheSameInEveryOrientationAndDimension) {
  Random random(6);
  const TvProblem line = random_problem({{17}}, Kind::with_empty_cells, random);
  const Solution expected = solve_certified(line, 0.4);
  for (const Shape& shape : {Shape{{1, 17}}, Shape{{17, 1}}, Shape{{1, 17, 1}}, Shape{{17, 1, 1}}, Shape{{1, 1, 17}}}) {
    TvProblem turned = line;
    turned.shape = shape;
    const Solution solution = solve_certified(turned, 0.4);
    for (std::size_t cell = 0; cell < 17; ++cell) EXPECT_NEAR(solution.beta[cell], expected.beta[cell], 1e-12);
  }
}

TEST(GridSolver, TransposingTheGridTransposesTheFit) {
  Random random(7);
  const TvProblem problem = random_problem({{6, 9}}, Kind::tied_with_empty_cells, random);
  TvProblem transposed{{{9, 6}}, std::vector<double>(54), std::vector<double>(54)};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 9; ++j) {
      transposed.weight[j * 6 + i] = problem.weight[i * 9 + j];
      transposed.mean[j * 6 + i] = problem.mean[i * 9 + j];
    }
  }
  const Solution one = solve_certified(problem, 0.7);
  const Solution other = solve_certified(transposed, 0.7);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 9; ++j) EXPECT_NEAR(one.beta[i * 9 + j], other.beta[j * 6 + i], 1e-12);
  }
}

// A fit with a penalty far beyond lambda_max must still be provably the constant: users do try --lambda 1e9.
TEST(GridSolver, AHugePenaltyGivesTheMeanWithAProof) {
  Random random(8);
  for (const Kind kind : all_kinds) {
    const TvProblem problem = random_problem({{7, 6}}, kind, random);
    for (const double lambda : {1e6, 1e9, 1e12, 1e100, 1e300}) {
      const Solution solution = solve_certified(problem, lambda * scale_of(problem));
      for (const double value : solution.beta) {
        EXPECT_NEAR(value, mean_of_data(problem), 1e-12 * range_of_means(problem)) << name_of(kind) << ' ' << lambda;
      }
    }
  }
}

TEST(GridSolver, ATinyPenaltyGivesTheMeansWithAProof) {
  Random random(9);
  for (const Kind kind : all_kinds) {
    const TvProblem problem = random_problem({{7, 6}}, kind, random);
    for (const double lambda : {1e-12, 1e-16, 1e-20, 1e-100, 1e-300, 1e-310}) {
      const Solution solution = solve_certified(problem, lambda);
      for (std::size_t cell = 0; cell < solution.beta.size(); ++cell) {
        if (problem.weight[cell] <= 0) continue;
        // At most 4 lambda away in units of the weight.
        const double reach = 4 * lambda / problem.weight[cell] + 1e-12 * range_of_means(problem);
        EXPECT_NEAR(solution.beta[cell], problem.mean[cell], reach) << name_of(kind) << ' ' << lambda;
      }
    }
  }
}

TEST(GridSolver, WithoutPenaltyTheMeansAreTheFit) {
  const TvProblem problem{{{2, 2}}, {1, 2, 3, 4}, {5, 6, 7, 8}};
  EXPECT_EQ(solve_certified(problem, 0).beta, problem.mean);
}

// The rounding of a constant, times a weight of 1e12, is more than lambda: the surplus has to be computed around it.
TEST(GridSolver, WeightsThatDifferByTwelveOrdersOfMagnitudeAreSolved) {
  for (const double lambda : {1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    const Solution solution = solve_certified({{{2, 2}}, {1e12, 1, 1e6, 1e-3}, {0.1, 0.3, 0.123, 0.77}}, lambda);
    EXPECT_NEAR(solution.beta[0], 0.1, 1e-6);
  }
  const Solution apart = solve_certified({{{2}}, {1e12, 1}, {0.1, 0.3}}, 1e-6);
  EXPECT_NEAR(apart.beta[1], 0.3 - 1e-6, 1e-12);
}

TEST(GridSolver, EqualMeansGiveThatMeanWithAProof) {
  for (const std::size_t cells : {2U, 3U, 5U, 10U, 100U}) {
    const TvProblem problem{{{cells}}, std::vector<double>(cells, 3.0), std::vector<double>(cells, 0.1)};
    for (const double lambda : {1e-6, 1.0, 1e3}) {
      for (const double value : solve_certified(problem, lambda).beta) EXPECT_DOUBLE_EQ(value, 0.1);
    }
  }
}

TEST(GridSolver, DataInOneCellOnlyGivesItsMeanEverywhere) {
  for (std::size_t place = 0; place < 6; ++place) {
    TvProblem problem{{{2, 3}}, std::vector<double>(6, 0.0), {1.65, -2.04, -0.43, 7, 8, 9}};
    problem.weight[place] = 4.6049946526389469;
    problem.mean[place] = 0.058611268305267507;
    GridSolver solver(problem);
    EXPECT_NEAR(solver.lambda_max(), 0, 1e-15);
    for (const double lambda : {0.0, 1e-12, 1.0, 1e6}) {
      for (const double value : solve_certified(solver, lambda).beta) EXPECT_DOUBLE_EQ(value, problem.mean[place]);
    }
  }
}

TEST(GridSolverSlow, ALongPathOnALargeGridIsCertifiedThroughout) {
  Random random(10);
  // The flow is searched 64 nodes at a time up to 512 words of nodes, and node by node beyond: the last three.
  for (const Shape& shape : {Shape{{120, 110}}, Shape{{5000}}, Shape{{20, 22, 18}}, Shape{{700, 3}}, Shape{{40000}}}) {
    const TvProblem problem = random_problem(shape, Kind::with_empty_cells, random);
    GridSolver solver(problem);
    const double largest = solver.lambda_max();
    for (int i = 0; i < 30; ++i) solve_certified(solver, largest * std::pow(10.0, -i * 0.1));
    for (int i = 30; i-- > 0;) solve_certified(solver, largest * std::pow(10.0, -i * 0.1));
  }
}

}  // namespace
}  // namespace gaptv::testing
