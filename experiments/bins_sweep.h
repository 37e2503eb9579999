// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Repeats the paper's study of the number of bins: fits GapTV with every number from 2 to 50 to the samples of the
// synthetic benchmark, and records which one the gap statistic would choose. Writes bins.csv and bins_summary.csv;
// options.methods are not looked at. The summary's groups are n and bins; "chosen" is the share of trials in which the
// number was chosen.
Summary run_bins_sweep(const ExperimentOptions& options, Progress& progress);

// Describes the sweep at one size of the sample.
struct BestOfSweep {
  std::string size;   // as the results have it
  double chosen = 0;  // the mean over trials
  double best = 0;    // the number of bins of the smallest mean RMSE
  double rmse = 0;    // which is this
};
std::vector<BestOfSweep> best_of_sweep(const Summary& sweep);

}  // namespace gaptv
