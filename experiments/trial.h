// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/result_file.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/evaluate.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// These are the paper's four methods in its order, and the pruned tree that a careful user would fit.
inline const std::vector<std::string> experiment_methods = {"cart", "crisp", "gapcrisp", "gaptv", "cart-cv"};

// Holds what all experiments have in common.
struct ExperimentOptions {
  std::string folder;  // results go here; made if it is not there
  std::size_t trials = 100;
  std::uint64_t seed = 0;
  std::vector<std::string> methods = experiment_methods;
  std::vector<std::size_t> sizes = {};  // numbers of points; empty: the paper's
  std::size_t threads = 0;              // 0: every core
};

// This is the most bins that the gap statistic chooses among, in simulations.
inline constexpr std::size_t most_paper_bins = 50;

// Returns the choices of the paper for this method: the gap statistic among 2 to bins_max bins, 50 lambdas, 5 folds.
// There is one thread, as experiments run many fits at the same time.
FitOptions paper_options(const std::string& method, std::uint64_t seed, std::size_t bins_max);

struct Trial {
  Model model;
  double seconds = 0;  // of the fit, by the clock
};
Trial run_trial(const Dataset& train, const FitOptions& options, Progress& progress);

// Returns the error that people read for this loss: RMSE, or the deviance per observation.
double error_of(const Evaluation& evaluation, const std::string& loss, double observations);

// Returns the number of bins that was asked for; empty for a tree.
std::string bins_field(const Model& model);

// Tells about how long a fit takes, in seconds on one core: to tell the time that remains.
double typical_seconds(const std::string& method, std::size_t rows);

// Returns the sizes that were asked for, or the usual ones.
std::vector<std::size_t> sizes_or(const ExperimentOptions& options, const std::vector<std::size_t>& usual);

// Throws InvalidInput if a method is unknown or fits no numbers, or there is nothing to do.
void check(const ExperimentOptions& options);

// Returns what results depend on, for ResultFile.
std::string settings_line(const ExperimentOptions& options, const std::string& others = "");

// Returns the path of a file in the folder of results, which is made if need be.
std::string result_path(const ExperimentOptions& options, const std::string& file);

}  // namespace gaptv
