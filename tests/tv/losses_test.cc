// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors

// The solver works on means; these tests show that its result, put through the link, is the optimum of each loss.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/tv/certificate.h"
#include "gaptv/tv/solve/grid_solver.h"
#include "tests/oracles/dual_coordinate_ascent.h"
#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {
namespace {

class TvOf : public ::testing::TestWithParam<const CellLoss*> {
 protected:
  const CellLoss& loss() const { return *GetParam(); }

  // Counts in cells of different size; some cells are pure or without events, and some may be empty.
  TvProblem problem(const Shape& shape, double share_empty, Random& random) const {
    TvProblem result{shape, {}, {}, loss().possible_means().lowest, loss().possible_means().highest};
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      const double size = 1 + static_cast<double>(random.below(20));
      const double level = random.uniform() < 0.3 ? 0.0 : random.uniform();
      result.weight.push_back(cell > 0 && random.uniform() < share_empty ? 0.0 : size);
      result.mean.push_back(std::round(level * size) / size);
    }
    return result;
  }

  double link(double mean) const {
    std::vector<double> value = {mean};
    loss().to_link(value);
    return value[0];
  }
};
INSTANTIATE_TEST_SUITE_P(Losses, TvOf, ::testing::Values(&squared_loss(), &binomial_loss(), &poisson_loss()),
                         [](const auto& tested) { return std::string(tested.param->name()); });

TEST_P(TvOf, AgreesWithCoordinateAscentOnTheDualOfTheLoss) {
  Random random(301);
  for (int trial = 0; trial < 12; ++trial) {
    const TvProblem problem = this->problem(Shape{{3, 1 + random.below(4)}}, 0, random);
    for (const double lambda : {0.3, 1.0, 3.0}) {
      const auto value_of = [&](std::size_t cell, double sent) -> double {
        // The canonical link: -f'(b) = weight * (mean - mean at b).
        const double mean = problem.mean[cell] - sent / problem.weight[cell];
        const double lowest = &loss() == &squared_loss() ? -INFINITY : 0.0;
        const double highest = &loss() == &binomial_loss() ? 1.0 : INFINITY;
        if (mean <= lowest) return -INFINITY;
        if (mean >= highest) return INFINITY;
        return link(mean);
      };
      const std::vector<double> expected = ascend_dual(problem.shape, lambda, value_of);
      const Solution solution = solve_certified(problem, lambda);
      for (std::size_t cell = 0; cell < expected.size(); ++cell) {
        if (std::isinf(expected[cell])) {  // all outcomes are equal
          EXPECT_EQ(link(solution.beta[cell]), expected[cell]);
        } else {
          EXPECT_NEAR(link(solution.beta[cell]), expected[cell], 1e-6) << "lambda " << lambda << " cell " << cell;
        }
      }
    }
  }
}

TEST_P(TvOf, IsCertifiedInItsOwnDualityGapOnEveryLambda) {
  Random random(302);
  for (const double share_empty : {0.0, 0.4, 0.9}) {
    for (const Shape& shape : {Shape{{40}}, Shape{{12, 9}}, Shape{{5, 4, 6}}}) {
      const TvProblem problem = this->problem(shape, share_empty, random);
      GridSolver solver(problem);
      const double lambda_max = solver.lambda_max();
      for (const double share : {0.0, 1e-9, 1e-6, 0.003, 0.02, 0.1, 0.4, 0.9, 1.0, 7.0, 1e9}) {
        const Certificate certificate = certify(problem, solver.solve(share * lambda_max), loss());
        EXPECT_LE(certificate.relative_gap, promised_relative_gap) << share;
        // In units of lambda, where means are known to 1e-16 of their own.
        EXPECT_LE(certificate.max_violation, share > 0 ? 1e-9 + 1e-14 / share : 1e-14) << share;
        EXPECT_TRUE(std::isfinite(certificate.objective));
      }
    }
  }
}

TEST_P(TvOf, CertificateSeesAWrongValue) {
  Random random(303);
  const TvProblem problem = this->problem(Shape{{6, 6}}, 0, random);
  const double lambda = 0.7;
  Solution solution = solve_certified(problem, lambda);
  for (double& value : solution.beta) value = 0.5 + 0.999 * (value - 0.5);
  EXPECT_GT(certify(problem, solution, loss()).relative_gap, 1e-9);
}

TEST_P(TvOf, CertificateSeesAFlowThatCannotBe) {
  const TvProblem problem{.shape = Shape{{2}}, .weight = {4, 4}, .mean = {0.25, 0.75}};
  Solution solution = solve_certified(problem, 0.5);
  solution.flow[0] = 1.5;
  EXPECT_EQ(certify(problem, solution, loss()).relative_gap, INFINITY);
}

}  // namespace
}  // namespace gaptv::testing
