// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>

#include "gaptv/tv/graph_problem.h"
#include "gaptv/tv/outcome_problem.h"

namespace gaptv {

// Does what GraphSolver does, for any convex loss of single outcomes: it solves one problem for a sequence of lambdas,
// exactly. Each solve is a cold one.
//
// Where the optimum is not unique (an even number of outcomes under the median, outcomes that are all far away under
// Huber's loss), a region gets the middle of its best constants; nodes without outcomes get the optimal value nearest
// to the best constant for all data, a connected component without any gets that constant. So negated outcomes negate
// the fit.
class OutcomeSolver {
 public:
  // Throws InvalidInput as check(OutcomeProblem) does.
  explicit OutcomeSolver(OutcomeProblem problem);
  OutcomeSolver(OutcomeSolver&&) noexcept;
  OutcomeSolver& operator=(OutcomeSolver&&) noexcept;
  ~OutcomeSolver();

  // lambda >= 0; an infinite one gives the best constant of each component. Without a penalty every node has the best
  // value of its own, unless the best constants of the components are that as well: then they are taken.
  GraphSolution solve(double lambda);

  // The smallest lambda from which on the solution is constant on every connected component, exact to the rounding of
  // the flow (relative 1e-12).
  double lambda_max();

  // Returns the best value for all data together.
  double constant() const;

  const OutcomeProblem& problem() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace gaptv
