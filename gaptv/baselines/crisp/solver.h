// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gaptv/baselines/crisp/certificate.h"
#include "gaptv/baselines/crisp/lambda_max.h"
#include "gaptv/baselines/crisp/newton.h"
#include "gaptv/baselines/crisp/slice_differences.h"
#include "gaptv/baselines/crisp/stiffness.h"

namespace gaptv {

// Solves CRISP's problem for a sequence of lambdas, each to a relative duality gap of accepted_crisp_gap or better
// (docs/theory/crisp.md). Each solve starts from those before it; small steps of lambda in one direction are the
// fastest. Fused slices are exactly equal in the result.
class CrispSolver {
 public:
  struct Result {
    CrispSolution solution;
    Certificate certificate;
  };

  explicit CrispSolver(TvProblem problem);
  CrispSolver(const CrispSolver&) = delete;
  CrispSolver& operator=(const CrispSolver&) = delete;
  ~CrispSolver() = default;

  // Solves the problem for a finite lambda >= 0.
  Result solve(double lambda);

  // Returns the smallest lambda whose fit is proven to be constant; it is within lambda_max_accuracy of the smallest at
  // all.
  double lambda_max() { return bounds_of_lambda_max().highest; }

  const TvProblem& problem() const { return problem_; }

 private:
  // Records where an earlier solve ended.
  struct Past {
    double lambda;
    std::vector<double> values;
    std::vector<double> dual;
  };

  const CrispLambdaMax& bounds_of_lambda_max();
  Result constant(double lambda);
  Result without_penalty() const;
  Result certified(double lambda, std::vector<double> beta, std::vector<double> dual) const;
  Result certified(double lambda, const CrispNewton::Balanced& point) const;
  std::optional<Result> repeat(double lambda) const;
  void start(double lambda);
  void start_cold();
  Result iterate(double lambda);

  TvProblem problem_;
  SliceDifferences slices_;
  CrispNewton newton_;
  CrispStiffness stiffness_;
  double mean_;                           // of the data
  double lambda_of_best_cut_;             // lambda_max is not below it
  std::optional<CrispLambdaMax> bounds_;  // once they are known
  std::vector<Past> past_;                // the last two, the later one first
  std::optional<CrispSolution> last_;
};

}  // namespace gaptv
