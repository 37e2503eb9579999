// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/tv/problem.h"
#include "gaptv/tv/solve/empty_cells.h"

namespace gaptv {

// Solves one problem for a sequence of lambdas, exactly. Each solve starts from the partition and the flow of the one
// before (the first one from a single region), which makes a path several times cheaper than separate solves; the
// result is the minimiser whatever the start. Steps of lambda up or down are both fine, small steps are faster.
//
// Method (docs/theory/solver.md): for a region and the pull of its borders take the best constant; the surplus of each
// cell over it must be carried by a flow inside the region with at most lambda per edge. If a maximum flow carries all,
// the region is final; otherwise the minimum cut splits it into a part that belongs above, one below and one at the
// constant (Hochbaum 2001; Chambolle and Darbon 2009). Cost: about a millisecond for 50 x 50 cells from a cold start.
class GridSolver {
 public:
  explicit GridSolver(TvProblem problem);
  GridSolver(GridSolver&&) noexcept;
  GridSolver& operator=(GridSolver&&) noexcept;
  ~GridSolver();

  // lambda >= 0, finite. Empty cells get the value of the rule in empty_cells.h.
  Solution solve(double lambda);

  // Forgets the partition and the flow: the next solve is a cold one.
  void reset();

  // The smallest lambda whose solution is constant, exact to the rounding of the flow (relative 1e-12). The next solve
  // is a cold one.
  double lambda_max();

  const TvProblem& problem() const;

  // An implementation for one number of dimensions.
  class Engine;

 private:
  bool is_mostly_cells(double lambda) const;

  TvProblem problem_;
  std::unique_ptr<Engine> engine_;
  EmptyCells empty_cells_;
  double mean_ = 0;        // the mean of the data
  double total_pull_ = 0;  // sum of weight * |mean - mean of the data|: no edge ever needs to carry more
  bool is_cold_ = true;
};

}  // namespace gaptv
