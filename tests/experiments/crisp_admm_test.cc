// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/crisp_admm.h"

#include <gtest/gtest.h>

#include "gaptv/base/random.h"
#include "gaptv/baselines/crisp/solver.h"

namespace gaptv::testing {
namespace {

// A step and noise on 6 x 7 cells, some of them empty.
TvProblem small_problem(std::uint64_t seed) {
  Random random(seed, 0);
  TvProblem problem;
  problem.shape = {{6, 7}};
  for (std::size_t cell = 0; cell < 42; ++cell) {
    problem.weight.push_back(static_cast<double>(random.below(4)));
    problem.mean.push_back((cell < 20 ? 2 : 0) + random.normal());
  }
  return problem;
}

TEST(CrispAdmm, BothFormsReachTheMinimumThatIsProven) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const TvProblem problem = small_problem(seed);
    CrispSolver solver(problem);
    for (const double share : {0.02, 0.2}) {
      const double lambda = share * solver.lambda_max();
      const double minimum = solver.solve(lambda).certificate.objective;
      const AdmmOptions options = {lambda, lambda, 20000, [&](const std::vector<double>& beta) {
                                     return crisp_objective(problem, lambda, beta) <= (1 + 1e-4) * minimum;
                                   }};
      for (const auto solve : {solve_crisp_as_published, solve_crisp_by_copies}) {
        const AdmmResult result = solve(problem, options);
        EXPECT_TRUE(result.is_done) << "seed " << seed << ", share " << share << ", steps " << result.steps;
        // The minimum is known to a relative gap of 1e-5.
        EXPECT_GE(crisp_objective(problem, lambda, result.beta), (1 - 1e-5) * minimum);
      }
    }
  }
}

}  // namespace
}  // namespace gaptv::testing
