// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Fits GapTV as the paper does to the samples of the synthetic benchmark with lambda by cross-validation, AIC and BIC:
// the paper chose the first because it "produces better results". Writes lambda.csv and lambda_summary.csv, whose
// groups are rule and n; options.methods are not looked at.
Summary run_lambda_rules(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
