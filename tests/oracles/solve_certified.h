// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>

#include "gaptv/tv/certificate.h"
#include "gaptv/tv/proof/graph_certificate.h"
#include "gaptv/tv/solve/graph_solver.h"
#include "gaptv/tv/solve/grid_solver.h"

namespace gaptv::testing {

// Every fit is promised to reach this gap. In practice the gap is about 1e-20.
inline constexpr double promised_relative_gap = 1e-9;

// Every solve in a test goes through here, so that every solve is proven.
template <typename Solver>
requires requires(Solver& solver) {
  solver.solve(1.0);
}
auto solve_certified(Solver& solver, double lambda) {
  auto solution = solver.solve(lambda);
  const Certificate certificate = certify(solver.problem(), solution);
  EXPECT_LE(certificate.relative_gap, promised_relative_gap) << "lambda " << lambda;
  return solution;
}

// A cold solve.
inline Solution solve_certified(const TvProblem& problem, double lambda) {
  GridSolver solver(problem);
  return solve_certified(solver, lambda);
}
inline GraphSolution solve_graph_certified(const GraphProblem& problem, double lambda) {
  GraphSolver solver(problem);
  return solve_certified(solver, lambda);
}

}  // namespace gaptv::testing
