// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/result_file.h"
#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"

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

// Tells whether the folder has the set, and reads it.
bool is_there(const RealSet& set, const std::string& folder);
Dataset read_set(const RealSet& set, const std::string& folder, Progress& progress);

// Predicts every tenth of the rows by models that did not see it (compare()). Returns a row for each fold: the unit,
// the fold, the error (RMSE; for other losses the deviance per observation), regions and seconds.
std::vector<Fields> measure_on_folds(const Fields& unit, const Dataset& data, const RealSet& set,
                                     const FitOptions& options, Progress& progress);
// These are the columns after those of the unit.
inline const Fields fold_columns = {"fold", "error", "plateaus", "seconds"};

// Compares the presets on the sets that the folder has. Writes presets_real.csv with the columns data, rows, method and
// fold_columns.
Summary run_presets_on_real_sets(const std::string& folder, const ExperimentOptions& options, Progress& progress);

// Compares the rules for the number of regions on them. Writes region_rules_real.csv with the same columns.
Summary run_region_rules_on_real_sets(const std::string& folder, const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
