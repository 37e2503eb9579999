// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/certificate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/oracles/random_problems.h"
#include "tests/oracles/solve_certified.h"
#include "tests/oracles/tv_oracles.h"

namespace gaptv::testing {
namespace {

// A net is only worth something if it can catch: each test spoils one thing in a right solution.
class CertificateOfASpoiltSolution : public ::testing::Test {
 protected:
  CertificateOfASpoiltSolution() {
    Random random(31);
    problem_ = random_problem({{6, 5}}, Kind::with_empty_cells, random);
    problem_.weight[7] = 0;
    problem_.weight[8] = 2;
    solution_ = solve_certified(problem_, 0.5);
  }
  Certificate certificate() const { return certify(problem_, solution_); }

  TvProblem problem_;
  Solution solution_;
};

TEST_F(CertificateOfASpoiltSolution, IsFineBeforeItIsSpoilt) {
  EXPECT_LE(certificate().relative_gap, 1e-18);
  EXPECT_LE(certificate().max_violation, 1e-10);
}

TEST_F(CertificateOfASpoiltSolution, SeesAValueThatIsOff) {
  solution_.beta[8] += 1e-3;
  EXPECT_GT(certificate().relative_gap, 1e-9);
  EXPECT_GT(certificate().max_violation, 1e-4);
}

TEST_F(CertificateOfASpoiltSolution, SeesAPlateauThatIsOff) {
  const double value = solution_.beta[8];
  for (double& beta : solution_.beta) beta += beta == value ? 1e-3 : 0.0;
  EXPECT_GT(certificate().relative_gap, 1e-9);
}

TEST_F(CertificateOfASpoiltSolution, SeesAFlowThatIsOff) {
  const std::size_t edge = 8;  // along the first axis, from cell 8 to cell 13
  solution_.flow[edge] -= solution_.flow[edge] > 0 ? 0.01 : -0.01;
  EXPECT_FALSE(certificate().relative_gap <= 1e-9);
  EXPECT_GT(certificate().max_violation, 1e-3);
}

TEST_F(CertificateOfASpoiltSolution, SeesAFlowBeyondItsCapacity) {
  problem_.weight.assign(30, 1.0);
  solution_ = solve_certified(problem_, 1e-3);
  for (double& flow : solution_.flow) flow *= 1 + 1e-12;
  EXPECT_TRUE(std::isinf(certificate().relative_gap));
}

TEST_F(CertificateOfASpoiltSolution, SeesFlowThatEndsInAnEmptyCell) {
  const std::size_t edge = 7;  // cell 7 is empty, cell 12 follows it along the first axis
  solution_.flow[edge] *= 1 - std::ldexp(1.0, -20);
  solution_.flow[edge] += solution_.flow[edge] == 0 ? std::ldexp(1.0, -20) : 0.0;
  EXPECT_TRUE(std::isinf(certificate().relative_gap));
  EXPECT_GT(certificate().max_violation, 0);
}

TEST_F(CertificateOfASpoiltSolution, SeesFlowOverTheRimOfTheGrid) {
  solution_.flow[29] = 0.25;  // the last cell has no next neighbour
  EXPECT_TRUE(std::isinf(certificate().relative_gap));
}

TEST_F(CertificateOfASpoiltSolution, SeesAValueThatIsNoNumber) {
  solution_.beta[8] = NAN;
  EXPECT_FALSE(certificate().relative_gap <= 1e-9);
}

TEST_F(CertificateOfASpoiltSolution, SeesTheSolutionOfAnotherPenalty) {
  solution_.lambda *= 1.01;
  EXPECT_GT(certificate().relative_gap, 1e-9);
}

TEST_F(CertificateOfASpoiltSolution, SeesTheSolutionOfOtherData) {
  problem_.mean[8] += 0.01;
  EXPECT_GT(certificate().relative_gap, 1e-9);
}

TEST(Certificate, BoundsTheDistanceFromTheMinimumOfAnyFeasiblePair) {
  Random random(32);
  for (int trial = 0; trial < 50; ++trial) {
    const TvProblem problem = random_problem({{3, 3}}, Kind::plain, random);
    const double minimum = objective(problem, 0.6, solve_certified(problem, 0.6).beta);
    Solution guess = solve_certified(problem, 0.6 * std::exp(random.normal()));
    guess.lambda = 0.6;  // feasible, as every flow in [-1, 1] is when no cell is empty
    for (double& beta : guess.beta) beta += 0.1 * random.normal();
    const Certificate certificate = certify(problem, guess);
    const double value = objective(problem, 0.6, guess.beta);
    EXPECT_NEAR(certificate.objective, value, 1e-12 * value);
    EXPECT_GE(certificate.relative_gap * value, (value - minimum) * (1 - 1e-9)) << "trial " << trial;
  }
}

TEST(Certificate, OfAPerfectFitIsZero) {
  const Certificate certificate = certify(TvProblem{{{2}}, {1, 1}, {3, 3}}, Solution{1.0, {3, 3}, {0, 0}});
  EXPECT_EQ(certificate.objective, 0);
  EXPECT_EQ(certificate.relative_gap, 0);
}

TEST(Certificate, TheWorseOfTwoIsTheOneThatIsNoNumber) {
  const double none = std::nan("");
  EXPECT_EQ(worse_of(1, 2), 2);
  EXPECT_EQ(worse_of(2, 1), 2);
  EXPECT_TRUE(std::isnan(worse_of(none, 1)));
  EXPECT_TRUE(std::isnan(worse_of(1, none)));
  EXPECT_TRUE(std::isnan(worse_of(INFINITY, none)));
  Certificate worst{1, 1e-12, none, true};
  take_worse(worst, {5, none, 1, true});
  take_worse(worst, {5, 1, 1, false});
  EXPECT_EQ(worst.objective, 1);
  EXPECT_TRUE(std::isnan(worst.relative_gap));
  EXPECT_TRUE(std::isnan(worst.max_violation));
  EXPECT_FALSE(worst.is_balanced);
}

}  // namespace
}  // namespace gaptv::testing
