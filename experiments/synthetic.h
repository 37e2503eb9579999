// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// The paper's benchmark of plateaus, or the test functions of the CRISP paper: every method on samples of every size,
// measured against the truth on the grid of 100 x 100. Trial t has the data of `gaptv simulate KIND --seed S` with
// S = seed + t, t from 1.
struct SyntheticOptions {
  ExperimentOptions common;
  bool distinct = false;  // see SimulateOptions
};

// Writes synthetic.csv and synthetic_summary.csv.
Summary run_synthetic(const SyntheticOptions& options, Progress& progress);

// What is drawn: the fits of every method to samples of 100, 500 and 2000 points (or of those that were
// asked for) of the first trial, on the whole grid.
// Writes synthetic_map.csv: method, n, x1, x2, value; the truth is a method of its own, of n = 0. Returns
// its rows.
std::vector<Fields> write_synthetic_maps(const SyntheticOptions& options, Progress& progress);

// Writes scenarios.csv and scenarios_summary.csv: the four test functions.
Summary run_scenarios(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
