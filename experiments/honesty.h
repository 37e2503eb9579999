// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Sets the held-out error that a model reports beside the error of the same model on fresh rows of the same truth, with
// noise, for the number of regions that the default chooses and for at most 1, 5 and 20; held_out=nested beside the
// default for the first. Data are simulated with seeds that no other experiment has. Writes honesty.csv with the
// columns case, n, asked, held_out, trial, reported, fresh (RMSE; for other losses the deviance per observation), ratio
// (reported / fresh) and regions; options.methods are not looked at.
Summary run_honesty(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
