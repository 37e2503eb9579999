// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/tv/certificate.h"

namespace gaptv {

// One fit on a path of lambdas, which is proven.
struct PathFit {
  double lambda = 0;  // what beta is the minimiser for
  // The minimiser: plateaus are where it is constant. Its numbers are those of the canonical loss that the loss is
  // solved as (CellLoss::solved_as()).
  std::vector<double> beta;
  // The flow proves the minimiser; it is in units of lambda. On a chain entry i is what node i sends to node i + 1, on
  // a grid entry axis * cells + cell is what the cell sends to its next neighbour along the axis, on a graph entry e is
  // what edge e carries from "from" to "to". Penalties other than total variation leave it empty.
  std::vector<double> flow;
  std::vector<double> beta_in_range;  // beta as means of the loss, moved into what it publishes; empty if beta is that
  Certificate certificate;

  // Returns the values that predict.
  const std::vector<double>& published() const { return beta_in_range.empty() ? beta : beta_in_range; }
};

// Solves one problem for a sequence of lambdas. No fit leaves it unproven, whoever asks: cross-validation, a criterion
// along the path, shifted grids or the final fit.
class PathSolver {
 public:
  PathSolver() = default;
  PathSolver(const PathSolver&) = delete;
  PathSolver& operator=(const PathSolver&) = delete;
  virtual ~PathSolver() = default;

  // Returns the smallest lambda whose fit is constant on every connected component.
  virtual double lambda_max() = 0;
  // Throws std::logic_error if the fit's certificate is not accepted (require_optimal()).
  PathFit solve(double lambda) {
    PathFit fit = solve_unchecked(lambda);
    require_optimal(fit.certificate, accepted_gap());
    return fit;
  }

 private:
  virtual PathFit solve_unchecked(double lambda) = 0;
  // Returns the relative gap that the penalty's fits have to reach.
  virtual double accepted_gap() const { return accepted_relative_gap; }
};

}  // namespace gaptv
