// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/baselines/crisp/slice_differences.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// Says how close together the two proven bounds are brought: the path of lambdas starts at the upper one, and a
// thousandth shows nowhere.
inline constexpr double lambda_max_accuracy = 1e-3;

// Holds the lambda from which on CRISP's fit is constant, and the proof.
struct CrispLambdaMax {
  double lowest = 0;   // proven: below it the fit is not constant
  double highest = 0;  // proven: from here on it is
  // This is an edge vector in units of highest: with it every lambda >= highest is certified.
  std::vector<double> dual;
};

// With surplus_s = weight_s * (mean_s - mean of all), the smallest lambda with a constant fit is the largest of
//   surplus . b / (sum over slices of |D b|)
// over all b: each b proves a lower bound; dual vectors with D^T dual = surplus prove the largest of their norms as an
// upper one. Both come from Newton steps on CRISP's own problem at the best lower bound so far (as in Dinkelbach's
// method), some dozens of factorisations. The result is zero if all means are equal.
CrispLambdaMax crisp_lambda_max(const TvProblem& problem, const SliceDifferences& slices);

// Returns a lower bound at once: that of the best b that is 1 on one side of a slice and 0 on the other.
double crisp_lambda_of_best_cut(const TvProblem& problem, const SliceDifferences& slices);

}  // namespace gaptv
