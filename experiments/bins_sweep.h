// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// The paper's study of the number of bins: GapTV with every number from 2 to 50 on the samples of the synthetic
// benchmark, and which one the gap statistic would choose. Writes bins.csv and bins_summary.csv; options.methods are
// not looked at. The summary's groups are n and bins; "chosen" is the share of trials in which the number was chosen.
Summary run_bins_sweep(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
