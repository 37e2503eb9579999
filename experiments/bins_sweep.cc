// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/bins_sweep.h"

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/simulate.h"
#include "experiments/work_units.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

constexpr std::size_t fewest_bins_swept = 2;
constexpr std::size_t most_bins_swept = 50;

std::vector<Fields> sweep(const Fields& unit, std::size_t size, std::uint64_t seed, Progress& progress) {
  const Simulation simulation = simulate({"plateaus", size, seed, false});
  FitOptions options = paper_options("gaptv", seed, most_bins_swept);
  const std::string chosen = bins_field(run_trial(simulation.sample, options, progress).model);
  options.bins = BinsRule::fixed;
  std::vector<Fields> rows;
  for (std::size_t bins = fewest_bins_swept; bins <= most_bins_swept; ++bins) {
    options.fixed_bins = {bins};
    const Evaluation result =
        evaluate(run_trial(simulation.sample, options, progress).model, simulation.truth.view(), 1);
    const std::string field = std::to_string(bins);
    rows.push_back({unit[0], unit[1], field, csv_number(result.rmse), csv_number(result.max_error),
                    std::to_string(result.plateaus), field == chosen ? "1" : "0"});
  }
  return rows;
}

}  // namespace

Summary run_bins_sweep(const ExperimentOptions& options, Progress& progress) {
  check(options);
  const std::vector<std::size_t> sizes = sizes_or(options, {100, 500, 2000});
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const std::size_t size : sizes) {
      const Fields unit = {std::to_string(size), std::to_string(trial)};
      const std::uint64_t seed = options.seed + trial;
      const double cost = typical_seconds("gaptv", size) * static_cast<double>(most_bins_swept);
      units.push_back({unit, cost, [=](Progress& inner) { return sweep(unit, size, seed, inner); }});
    }
  }
  const ResultTable table = {"bins",
                             {"n", "trial", "bins", "rmse", "max_error", "plateaus", "chosen"},
                             2,
                             {"n", "bins"},
                             {"rmse", "max_error", "plateaus", "chosen"}};
  return run_and_summarise(table, units, options, settings_line(options), progress);
}

std::vector<BestOfSweep> best_of_sweep(const Summary& sweep) {
  const std::size_t chosen = sweep.measure("chosen");
  std::vector<BestOfSweep> best;
  for (const GroupSummary& group : sweep.groups) {
    const double bins = std::stod(group.group[1]);
    auto of_size = std::ranges::find(best, group.group[0], &BestOfSweep::size);
    if (of_size == best.end()) {
      best.push_back({group.group[0], 0, bins, group.measures[sweep.measure("rmse")].mean});
      of_size = best.end() - 1;
    }
    of_size->chosen += bins * group.measures[chosen].mean;
    const double rmse = group.measures[sweep.measure("rmse")].mean;
    if (rmse < of_size->rmse) {
      of_size->rmse = rmse;
      of_size->best = bins;
    }
  }
  return best;
}

}  // namespace gaptv
