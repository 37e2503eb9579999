// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {

// Names a method that is told how many regions there may be.
struct RegionsContender {
  std::string name;
  FitOptions options;
};

// Returns GapTV and best-first trees, all with at most so many regions or leaves. "tree" may have leaves of one row, as
// scikit-learn's trees have by default; "tree-7" has the limits of rpart (a leaf has at least 7 rows).
std::vector<RegionsContender> regions_contenders(std::size_t regions, std::uint64_t seed);

// Compares them at equal numbers of regions (5, 10, 20) on the plateau benchmark, from 200 rows on. Writes regions.csv
// with the columns n, method, asked, trial, rmse (against the truth), max_error and plateaus; options.methods are not
// looked at.
Summary run_equal_regions(const ExperimentOptions& options, Progress& progress);

// Compares them on the public data sets that the folder has (experiments/real_sets.h). Writes regions_real.csv with the
// columns data, rows, method, asked and fold_columns. Trees leave out counts, which they cannot fit.
Summary run_equal_regions_on_real_sets(const std::string& folder, const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
