// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "gaptv/tv/certificate.h"
#include "gaptv/tv/graph_problem.h"

namespace gaptv {

struct CertifiedSolution {
  GraphSolution solution;
  Certificate certificate;
};

// Does what GridSolver does, for any weighted graph: it solves one problem for a sequence of lambdas, exactly, each
// solve starting from the partition and the flow of the one before. The method is the same (docs/theory/solver.md); the
// result does not depend on the number of threads.
//
// Nodes without data get one of their optimal values by the problem's rule (empty_cell_rule.h). A connected
// component without any data has no optimum of its own: its value is the mean of all data.
class GraphSolver {
 public:
  // Throws InvalidInput as check(GraphProblem) does. Uses up to so many threads (0 = every core). If the first lambda
  // to be solved is known already, work on it begins while the solver is set up: that saves time on large images.
  explicit GraphSolver(GraphProblem problem, std::size_t threads = 0, std::optional<double> first_lambda = {});
  GraphSolver(GraphSolver&&) noexcept;
  GraphSolver& operator=(GraphSolver&&) noexcept;
  ~GraphSolver();

  // lambda >= 0. Without a penalty (0) the means are the fit; an infinite one gives the mean of each component.
  GraphSolution solve(double lambda);
  // Returns the solution with its proof in the squared loss, at which the solver looks anyway.
  CertifiedSolution solve_certified(double lambda);

  // Forgets the partition and the flow: the next solve is a cold one.
  void reset();

  // The smallest lambda whose solution is constant on every connected component, exact to the rounding of the flow
  // (relative 1e-12). The next solve is a cold one.
  double lambda_max();

  const GraphProblem& problem() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace gaptv
