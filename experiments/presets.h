// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Compares preset best with preset paper (for the method gaptv) and with the other methods, on preset_cases(). Writes
// presets.csv with the columns case, n, method, trial and the measures. Methods leave out what they cannot fit. Sizes,
// where given, are those of all cases.
Summary run_presets(const ExperimentOptions& options, Progress& progress);

// Compares the rules for the number of regions (rule_contenders()) on preset_cases(). Writes region_rules.csv, whose
// columns are those of presets.csv; the method is the rule.
Summary run_region_rules(const ExperimentOptions& options, Progress& progress);

// Sets preset best beside preset paper: averages over the cases, each with its number of rows, of one's mean over the
// other's.
struct BestOverPaper {
  std::size_t cases = 0;
  double rmse = 0;
  double max_error = 0;               // the largest absolute error on the grid of the truth
  std::size_t larger_max_errors = 0;  // cases in which best has the larger one
};
// Returns nothing if no case has both. A case can be left out: in "noise" ratios are those of very small errors.
std::optional<BestOverPaper> best_over_paper(const Summary& presets, const std::string& left_out = "");

}  // namespace gaptv
