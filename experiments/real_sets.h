// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Describes a public data set that the repository does not hold: a CSV file in the user's folder, and which columns are
// fitted.
struct RealSet {
  std::string name;  // of the file, without .csv
  std::vector<std::string> features;
  std::string outcome;
  std::string loss = "gaussian";
  std::string exposure = {};
};

const std::vector<RealSet>& real_sets();

// Returns the names of the files that the folder lacks. Throws InvalidInput if it has none at all.
std::vector<std::string> missing_sets(const std::string& folder);

// Compares the presets on the sets that the folder has: every tenth of the rows is predicted by models that did not see
// it (compare()). Writes presets_real.csv with the columns data, rows, method, fold, error (RMSE; for other losses the
// deviance per observation), plateaus and seconds.
Summary run_presets_on_real_sets(const std::string& folder, const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
