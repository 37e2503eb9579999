// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Holds the options of the paper's benchmark of plateaus. Every method is fitted to samples of every size, and measured
// against the truth on the grid of 100 x 100. Trial t has the data of `gaptv simulate KIND --seed S` with S = seed + t,
// t from 1.
struct SyntheticOptions {
  ExperimentOptions common;
  bool distinct = false;  // see SimulateOptions
};

// Writes synthetic.csv and synthetic_summary.csv.
Summary run_synthetic(const SyntheticOptions& options, Progress& progress);

// Fits every method to samples of 100, 500 and 2000 points (or of those that were asked for) of the first trial, and
// predicts the whole grid, which is what is drawn. Writes synthetic_map.csv: method, n, x1, x2, value; the truth is a
// method of its own, of n = 0. Returns its rows.
std::vector<Fields> write_synthetic_maps(const SyntheticOptions& options, Progress& progress);

// Does as run_synthetic() does, with the four test functions of the CRISP paper. Writes scenarios.csv and
// scenarios_summary.csv.
Summary run_scenarios(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
