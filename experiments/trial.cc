// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/trial.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/version.h"
#include "gaptv/baselines/method.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/option_table.h"

namespace gaptv {

FitOptions paper_options(const std::string& method, std::uint64_t seed, std::size_t bins_max) {
  FitOptions options;
  options.preset = "paper";
  options.method = method;
  options.loss = "gaussian";
  options.bins = BinsRule::gap;
  options.bins_min = 2;
  options.bins_max = bins_max;
  options.lambda = LambdaRule::cv;
  options.lambdas = 50;
  options.folds = 5;
  options.seed = seed;
  options.threads = 1;
  return options_for_method(std::move(options), method);
}

Trial run_trial(const Dataset& train, const FitOptions& options, Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  Model model = fit(train, options, &progress);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {std::move(model), seconds.count()};
}

double error_of(const Evaluation& evaluation, const std::string& loss, double observations) {
  return loss_named(loss)->error().choose(evaluation.rmse, evaluation.deviance / observations);
}

std::string bins_field(const Model& model) {
  const Surface& surface = model.surfaces.front();
  if (surface.record.leaves) return "";
  return std::to_string(surface.record.regions ? surface.record.regions->bins.front()
                                               : surface.grid.axes.front().bins_requested);
}

double typical_seconds(const std::string& method, std::size_t rows) {
  const auto n = static_cast<double>(rows);
  if (method == "crisp") return n < 100 ? 4 : 12;
  if (method == "gapcrisp") return 0.02 * std::sqrt(n);
  if (method == "cart-cv") return 2e-5 * n;
  if (method == "cart") return 3e-6 * n;
  return 0.005 + 1e-5 * n;
}

std::vector<std::size_t> sizes_or(const ExperimentOptions& options, const std::vector<std::size_t>& usual) {
  return options.sizes.empty() ? usual : options.sizes;
}

void check(const ExperimentOptions& options) {
  for (const std::string& name : options.methods) {
    if (!find_method(name).can_fit("gaussian")) throw InvalidInput("the method " + name + " fits no numbers");
  }
  if (options.trials < 1) throw InvalidInput("--trials 0: at least one trial is needed");
  if (options.methods.empty()) throw InvalidInput("--methods: at least one method is needed");
  for (const std::size_t size : options.sizes) {
    if (size < 10) throw InvalidInput("--sizes: at least 10 points are needed");
  }
}

std::string settings_line(const ExperimentOptions& options, const std::string& others) {
  return "seed " + std::to_string(options.seed) + others + ", gaptv " + version();
}

std::string result_path(const ExperimentOptions& options, const std::string& file) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw InvalidInput(options.folder + ": cannot be made: " + error.message());
  return (std::filesystem::path(options.folder) / file).string();
}

}  // namespace gaptv
