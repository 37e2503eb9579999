// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gaptv/base/random.h"
#include "gaptv/baselines/crisp/solver.h"
#include "gaptv/select/lambda_path.h"
#include "tests/oracles/crisp_oracle.h"
#include "tests/oracles/random_problems.h"

namespace gaptv {
namespace {

using testing::all_kinds;
using testing::Kind;
using testing::random_problem;
using testing::random_shape;

// Both objectives are above the minimum by at most the accepted gap, the oracle's by less.
constexpr double same_objective = 2 * accepted_crisp_gap;

// With more than one bin along two axes: chains are solved otherwise (fit_crisp.cc).
Shape random_area(std::size_t longest, std::size_t most_cells, Random& random) {
  for (;;) {
    Shape shape = random_shape(2, longest, most_cells, random);
    if (shape.bins[0] > 1 && shape.bins[1] > 1) return shape;
  }
}

bool is_constant(const std::vector<double>& values) {
  return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

class CrispSolverTest : public ::testing::TestWithParam<Kind> {};

TEST_P(CrispSolverTest, ReachesTheMinimumOfAnIndependentSolver) {
  // Plain multipliers do not converge with such weights: what they reach is no minimum, but must not be below ours.
  const bool is_one_sided = GetParam() == Kind::extreme_weights;
  Random random(3);
  for (int trial = 0; trial < 12; ++trial) {
    const Shape shape = is_one_sided ? random_area(5, 24, random)
                                     : random_shape(1 + static_cast<std::size_t>(trial) % 3, 5, 24, random);
    const TvProblem problem = random_problem(shape, GetParam(), random);
    const double lambda = std::exp(3 * random.uniform() - 2);
    CrispSolver solver(problem);
    const CrispSolver::Result result = solver.solve(lambda);
    EXPECT_LE(result.certificate.relative_gap, accepted_crisp_gap);
    const double objective = testing::crisp_objective(problem, result.solution.beta, lambda);
    EXPECT_NEAR(result.certificate.objective, objective, 1e-12 * (1 + objective));
    const double minimum =
        testing::crisp_objective(problem, testing::crisp_by_multipliers(problem, lambda, 4000), lambda);
    const double tolerance = same_objective * objective + 1e-12;
    EXPECT_LE(objective, minimum + tolerance) << "trial " << trial;
    if (is_one_sided) continue;
    EXPECT_GE(objective, minimum - tolerance) << "trial " << trial;
  }
}

TEST_P(CrispSolverTest, ProvesEveryFitOfAPathInBothDirections) {
  Random random(4);
  for (int trial = 0; trial < 6; ++trial) {
    const TvProblem problem = random_problem(random_area(14, 150, random), GetParam(), random);
    CrispSolver down(problem);
    CrispSolver up(problem);
    const std::vector<double> path = lambda_path(down.lambda_max(), 12, 1000);
    for (std::size_t i = 0; i < path.size(); ++i) {
      EXPECT_LE(down.solve(path[i]).certificate.relative_gap, accepted_crisp_gap) << trial << ' ' << path[i];
      const double next = path[path.size() - 1 - i];
      EXPECT_LE(up.solve(next).certificate.relative_gap, accepted_crisp_gap) << trial << ' ' << next;
    }
  }
}

TEST_P(CrispSolverTest, TheFitIsConstantFromLambdaMaxOnAndNotBelowItsLowerBound) {
  Random random(5);
  for (int trial = 0; trial < 8; ++trial) {
    const TvProblem problem = random_problem(random_area(7, 40, random), GetParam(), random);
    const CrispLambdaMax bounds = crisp_lambda_max(problem, SliceDifferences(problem.shape));
    ASSERT_LE(bounds.lowest, bounds.highest);
    EXPECT_LE(bounds.highest, bounds.lowest * (1 + lambda_max_accuracy));
    if (bounds.highest == 0) continue;
    CrispSolver above(problem);
    const CrispSolver::Result constant = above.solve(bounds.highest);
    EXPECT_TRUE(is_constant(constant.solution.beta));
    EXPECT_LE(constant.certificate.relative_gap, 1e-9);
    // At 0.9 of it the constant's objective is above the minimum by more than the accepted gap.
    CrispSolver below(problem);
    EXPECT_FALSE(is_constant(below.solve(0.9 * bounds.lowest).solution.beta));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CrispSolverTest, ::testing::ValuesIn(all_kinds),
                         [](const auto& parameter) { return testing::name_of(parameter.param); });

TEST(CrispLambdaMax, HasAClosedFormForTwoCellsAndTwoRows) {
  // Two cells: what one of them lacks.
  for (const std::vector<std::size_t>& bins : std::vector<std::vector<std::size_t>>{{2}, {1, 2}, {2, 1}}) {
    const TvProblem problem{Shape{bins}, {1, 3}, {0, 4}};
    const CrispLambdaMax bounds = crisp_lambda_max(problem, SliceDifferences(problem.shape));
    EXPECT_NEAR(bounds.highest, 3, 3 * lambda_max_accuracy);
    EXPECT_LE(bounds.lowest, 3 * (1 + 1e-12));
  }
  // Two rows of two cells: b is 1 on one row, surplus 2, and its one difference has the norm sqrt(2).
  const TvProblem rows{Shape{{2, 2}}, {1, 1, 1, 1}, {0, 0, 2, 2}};
  EXPECT_NEAR(crisp_lambda_max(rows, SliceDifferences(rows.shape)).highest, std::sqrt(2.0), 2 * lambda_max_accuracy);
}

TEST(CrispLambdaMax, IsZeroWithoutDifferences) {
  const TvProblem problem{Shape{{2, 3}}, {1, 0, 2, 1, 0, 1}, {7, 0, 7, 7, 3, 7}};
  CrispSolver solver(problem);
  EXPECT_EQ(solver.lambda_max(), 0);
  EXPECT_TRUE(is_constant(solver.solve(1).solution.beta));
  EXPECT_EQ(solver.solve(1).certificate.relative_gap, 0);
}

TEST(CrispLambdaMax, IsFoundWhereEveryStraightCutIsBalanced) {
  const TvProblem checks{Shape{{2, 2}}, {1, 1, 1, 1}, {1, -1, -1, 1}};
  const CrispLambdaMax bounds = crisp_lambda_max(checks, SliceDifferences(checks.shape));
  EXPECT_GT(bounds.lowest, 0);
  EXPECT_LE(bounds.highest, bounds.lowest * (1 + lambda_max_accuracy));
}

// Rows 0 and 1 have nearly the same means, row 2 others.
TvProblem three_rows() {
  return {Shape{{3, 4}}, {2, 1, 3, 1, 1, 2, 1, 3, 1, 1, 2, 2}, {1, 5, 2, 8, 1.1, 5.2, 2.1, 7.9, -3, 0, 9, 1}};
}

TEST(CrispSolver, MakesFusedRowsExactlyEqual) {
  CrispSolver solver(three_rows());
  const std::vector<double> beta = solver.solve(1).solution.beta;
  for (std::size_t column = 0; column < 4; ++column) {
    EXPECT_EQ(beta[column], beta[4 + column]);
    EXPECT_NE(beta[column], beta[8 + column]);
  }
}

TEST(CrispSolver, NegatedMeansGiveTheNegatedFitToTheLastDigit) {
  TvProblem problem = three_rows();
  problem.weight[5] = 0;
  const std::vector<double> beta = CrispSolver(problem).solve(0.7).solution.beta;
  for (double& mean : problem.mean) mean = -mean;
  const std::vector<double> negated = CrispSolver(problem).solve(0.7).solution.beta;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) EXPECT_EQ(negated[cell], -beta[cell]);
}

TEST(CrispSolver, ScalesWithTheMeansAndWithTheWeights) {
  TvProblem problem = three_rows();
  const std::vector<double> beta = CrispSolver(problem).solve(0.7).solution.beta;
  for (double& mean : problem.mean) mean *= 1024;
  const std::vector<double> large = CrispSolver(problem).solve(0.7 * 1024).solution.beta;
  for (double& weight : problem.weight) weight *= 4;
  const std::vector<double> heavy = CrispSolver(problem).solve(0.7 * 4096).solution.beta;
  for (std::size_t cell = 0; cell < beta.size(); ++cell) {
    EXPECT_EQ(large[cell], 1024 * beta[cell]);
    EXPECT_EQ(heavy[cell], large[cell]);
  }
}

TEST(CrispSolver, TransposedAxesGiveTheTransposedFit) {
  Random random(6);
  const TvProblem problem = random_problem(Shape{{6, 4}}, Kind::plain, random);
  TvProblem transposed{Shape{{4, 6}}, std::vector<double>(24), std::vector<double>(24)};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      transposed.weight[j * 6 + i] = problem.weight[i * 4 + j];
      transposed.mean[j * 6 + i] = problem.mean[i * 4 + j];
    }
  }
  const CrispSolver::Result one = CrispSolver(problem).solve(0.3);
  const CrispSolver::Result other = CrispSolver(transposed).solve(0.3);
  // Both are within the gap of the one minimiser: weight / 2 * (their distance)^2 is at most that.
  const double distance = 2 * std::sqrt(2 * accepted_crisp_gap * one.certificate.objective / 0.1);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_NEAR(one.solution.beta[i * 4 + j], other.solution.beta[j * 6 + i], distance);
    }
  }
}

TEST(CrispSolver, WithoutAPenaltyEveryCellKeepsItsMean) {
  TvProblem problem = three_rows();
  problem.weight[3] = 0;
  const CrispSolver::Result result = CrispSolver(problem).solve(0);
  for (std::size_t cell = 0; cell < 12; ++cell) {
    if (cell == 3) continue;
    EXPECT_EQ(result.solution.beta[cell], problem.mean[cell]);
  }
  EXPECT_EQ(result.certificate.relative_gap, 0);
}

TEST(CrispSolver, EmptyRowsAndColumnsAreNoObstacle) {
  Random random(7);
  TvProblem problem = random_problem(Shape{{8, 9}}, Kind::plain, random);
  for (std::size_t cell = 0; cell < 72; ++cell) {
    if (cell / 9 == 0 || cell / 9 == 4 || cell % 9 == 3 || cell % 9 == 8) problem.weight[cell] = 0;
  }
  CrispSolver solver(problem);
  for (const double lambda : lambda_path(solver.lambda_max(), 10, 1000)) {
    EXPECT_LE(solver.solve(lambda).certificate.relative_gap, accepted_crisp_gap) << lambda;
  }
}

TEST(CrispCertificate, DoesNotAcceptWhatIsNotOptimalOrNotProven) {
  const TvProblem problem = three_rows();
  const CrispSolver::Result right = CrispSolver(problem).solve(0.7);
  ASSERT_LE(right.certificate.relative_gap, accepted_crisp_gap);

  CrispSolution moved = right.solution;
  moved.beta[2] += 0.2;
  EXPECT_GT(certify_crisp(problem, moved).relative_gap, 10 * accepted_crisp_gap);

  CrispSolution without_proof = right.solution;
  std::ranges::fill(without_proof.dual, 0.0);
  EXPECT_GT(certify_crisp(problem, without_proof).relative_gap, 10 * accepted_crisp_gap);

  CrispSolution too_long = right.solution;
  for (double& entry : too_long.dual) entry *= 1.01;
  EXPECT_TRUE(std::isinf(certify_crisp(problem, too_long).relative_gap));

  CrispSolution out_of_the_grid = right.solution;
  out_of_the_grid.dual[11] = 0.1;  // the last row has no next one
  EXPECT_TRUE(std::isinf(certify_crisp(problem, out_of_the_grid).relative_gap));

  CrispSolution out_of_range = right.solution;
  out_of_range.beta[0] = 100;
  EXPECT_TRUE(std::isinf(certify_crisp(problem, out_of_range).relative_gap));

  CrispSolution no_number = right.solution;
  no_number.beta[0] = std::nan("");
  EXPECT_FALSE(certify_crisp(problem, no_number).relative_gap <= accepted_crisp_gap);
}

TEST(CrispCertificate, BoundsTheDistanceOfAnyValuesFromTheMinimum) {
  Random random(8);
  const TvProblem problem = random_problem(Shape{{4, 4}}, Kind::with_empty_cells, random);
  const CrispSolver::Result result = CrispSolver(problem).solve(0.5);
  const double least = result.certificate.objective * (1 - result.certificate.relative_gap);
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> other = result.solution.beta;
    for (double& value : other) value += 0.01 * random.normal();
    EXPECT_GE(testing::crisp_objective(problem, other, 0.5), least);
  }
}

}  // namespace
}  // namespace gaptv
