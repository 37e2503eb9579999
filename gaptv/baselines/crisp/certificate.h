// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/tv/certificate.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// Every CRISP fit must reach this relative gap, also within cross-validation. Its solver approaches the minimum, so
// this is a choice: far below anything that shows in a held-out error, and a few Newton steps away.
inline constexpr double accepted_crisp_gap = 1e-5;

// Holds values that nearly minimise
//   sum_s weight_s / 2 * (mean_s - beta_s)^2  +  lambda * sum over neighbouring slices of |difference of the slices|_2
// and the dual vectors that prove it. The cells, weights and means are those of a TvProblem.
struct CrispSolution {
  double lambda = 0;
  std::vector<double> beta;  // one per cell
  // This is an edge vector as in SliceDifferences, in units of lambda: the part of each slice has a Euclidean norm of
  // at most 1.
  std::vector<double> dual;
};

// Certifies as certify() in gaptv/tv/certificate.h does, with the same definition of the relative gap. The gap,
//   sum over slices of lambda * (|d| - dual . d)  +  sum over cells of what the data term can still fall by,
// has no negative terms. Empty cells balance only up to rounding, which would make the dual value minus infinity; but a
// minimiser lies between the smallest and the largest mean (clipping shortens differences), and with that as a bound on
// every cell the dual value is finite (docs/theory/crisp.md).
Certificate certify_crisp(const TvProblem& problem, const CrispSolution& solution);

}  // namespace gaptv
