// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "gaptv/tv/problem.h"

namespace gaptv {

// Says how far an iteration goes: "is_done" looks at the values of the cells after every tenth step.
struct AdmmOptions {
  double lambda = 0;
  double stiffness = 1;  // the penalty parameter of ADMM
  std::size_t most_steps = 20000;
  std::function<bool(const std::vector<double>& beta)> is_done;
};

struct AdmmResult {
  std::vector<double> beta;
  std::size_t steps = 0;
  bool is_done = false;
};

// Minimises CRISP's objective on a square grid as its authors do (Petersen, Simon and Witten 2016): alternating
// directions with slack variables for the differences of whole rows and of whole columns. One banded factorisation of
// O(q^4) operations serves all steps, of O(q^3) each.
AdmmResult solve_crisp_as_published(const TvProblem& problem, const AdmmOptions& options);

// Minimises the same in the way that a footnote of the GapTV paper proposes: for every two neighbouring rows, and
// columns, both have a copy, so that values are weighted averages of copies and a step costs O(q^2) (as in the network
// lasso of Hallac, Leskovec and Boyd 2015).
AdmmResult solve_crisp_by_copies(const TvProblem& problem, const AdmmOptions& options);

// Returns the objective: sum of weight / 2 * (mean - beta)^2 + lambda * norms of the differences of neighbouring rows
// and columns.
double crisp_objective(const TvProblem& problem, double lambda, const std::vector<double>& beta);

}  // namespace gaptv
