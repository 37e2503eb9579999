// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/select/cross_validation.h"
#include "gaptv/select/folded_data.h"

namespace gaptv {

// Says how lambda is chosen: by the smallest held-out error; as the largest lambda whose error is not clearly larger,
// fold by fold; as the largest lambda within one standard error of the smallest error; by an information criterion with
// the number of plateaus as degrees of freedom; or by the user.
enum class LambdaRule { cv, cv_paired, cv_1se, aic, bic, fixed };

struct SelectOptions {
  LambdaRule rule = LambdaRule::cv;
  double observations = 0;  // counting copies: for the information criteria
  double fixed_lambda = 0;  // in scaled units, with LambdaRule::fixed
  std::size_t lambdas = 50;
  double lambda_ratio = 1000;
  std::size_t threads = 0;
  bool has_cv = true;                       // false: nothing is chosen by cross-validation, and none is made
  std::vector<double> relaxations = {0.0};  // the shares of relaxation that cross-validation chooses from
};

// The penalty that was chosen for one grid, and why.
struct Selection {
  double lambda_max = 0;
  double lambda = 0;
  double error = 0;    // the smallest held-out error on the path; 0 without cross-validation
  double relax = 0;    // the share of relaxation with the smallest error; the first one without cross-validation
  CrossValidation cv;  // with that relaxation; empty without cross-validation
};

// Chooses lambda on one grid. The information criteria are -2 log likelihood + penalty * plateaus, with penalty 2 (AIC)
// or log n (BIC), over the whole path on all rows; for the squared loss that is n log(deviance / n), a normal model
// with unknown variance.
Selection select_lambda(const FoldedData& data, const SelectOptions& options, Progress& progress);

}  // namespace gaptv
