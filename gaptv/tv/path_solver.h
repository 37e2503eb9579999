// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/tv/certificate.h"

namespace gaptv {

// One fit on a path of lambdas, proven.
struct PathFit {
  std::vector<double> beta;          // the minimiser: plateaus are where it is constant
  std::vector<double> moved_inside;  // the same within what the loss publishes; empty if it publishes all values
  Certificate certificate;

  // The values that predict.
  const std::vector<double>& published() const { return moved_inside.empty() ? beta : moved_inside; }
};

// Solves one problem for a sequence of lambdas. No fit leaves it unproven, whoever asks: cross-validation, a criterion
// along the path, shifted grids or the final fit.
class PathSolver {
 public:
  PathSolver() = default;
  PathSolver(const PathSolver&) = delete;
  PathSolver& operator=(const PathSolver&) = delete;
  virtual ~PathSolver() = default;

  virtual double lambda_max() = 0;
  // Throws std::logic_error if the fit's certificate is not accepted (require_optimal()).
  PathFit solve(double lambda) {
    PathFit fit = solve_unchecked(lambda);
    require_optimal(fit.certificate, accepted_gap());
    return fit;
  }

 private:
  virtual PathFit solve_unchecked(double lambda) = 0;
  // The relative gap that the penalty's fits have to reach.
  virtual double accepted_gap() const { return accepted_relative_gap; }
};

}  // namespace gaptv
