// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Measures the paper's footnote that CRISP can be solved faster by its reformulation: the seconds that the published
// algorithm, the footnote's and this program's take on the same grids of q bins a side until the objective is within
// 2e-5 of the proven minimum. Both iterations run with several stiffnesses, of which the fastest counts. Writes
// crisp_speed.csv with the columns bins, algorithm, trial, seconds, iterations and reached; options.sizes, where given,
// are numbers of bins; options.methods are not looked at.
Summary run_crisp_speed(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
