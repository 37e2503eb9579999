// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/equal_regions.h"

#include <array>

#include "experiments/real_sets.h"
#include "experiments/simulate.h"
#include "experiments/work_units.h"
#include "gaptv/baselines/method.h"
#include "gaptv/model/option_table.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

constexpr std::array<std::size_t, 3> numbers_of_regions = {5, 10, 20};

// About how much longer than the paper's recipe the default takes.
constexpr double cost_of_default = 4;

std::vector<Fields> measure_contender_on_plateaus(const Fields& unit, const FitOptions& options, std::size_t rows,
                                                  std::uint64_t seed, Progress& progress) {
  const Simulation simulation = simulate({"plateaus", rows, seed, false});
  const Trial trial = run_trial(simulation.sample, options, progress);
  const Evaluation result = evaluate(trial.model, simulation.truth.view(), 1);
  Fields row = unit;
  row.insert(row.end(), {csv_number(result.rmse), csv_number(result.max_error), std::to_string(result.plateaus)});
  return {row};
}

double cost_of(const FitOptions& options, std::size_t rows) {
  return typical_seconds(options.method, rows) * (options.method == "gaptv" ? cost_of_default : 1);
}

FitOptions tree_options(std::size_t regions, std::uint64_t seed) {
  FitOptions options;
  options.method = "cart";
  options.loss = "gaussian";
  options.seed = seed;
  options.threads = 1;
  set_option(options, "regions", std::to_string(regions));
  return options;
}

FitOptions gaptv_options(std::size_t regions, std::uint64_t seed) {
  FitOptions options;
  options.preset = "best";
  options.loss = "gaussian";
  options.seed = seed;
  options.threads = 1;
  set_option(options, "regions", std::to_string(regions));
  set_option(options, "held_out", "off");  // these errors are measured here
  return options;
}

}  // namespace

std::vector<RegionsContender> regions_contenders(std::size_t regions, std::uint64_t seed) {
  FitOptions small_leaves = tree_options(regions, seed);
  small_leaves.min_split = 2;
  small_leaves.min_bucket = 1;
  return {{"gaptv", gaptv_options(regions, seed)}, {"tree", small_leaves}, {"tree-7", tree_options(regions, seed)}};
}

Summary run_equal_regions(const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    const std::uint64_t seed = options.seed + trial;
    for (const std::size_t rows : sizes_or(options, {200, 500, 1000, 2000, 5000, 10000})) {
      for (const std::size_t regions : numbers_of_regions) {
        for (const RegionsContender& contender : regions_contenders(regions, seed)) {
          const Fields unit = {std::to_string(rows), contender.name, std::to_string(regions), std::to_string(trial)};
          units.push_back({unit, cost_of(contender.options, rows), [=, fit = contender.options](Progress& inner) {
                             return measure_contender_on_plateaus(unit, fit, rows, seed, inner);
                           }});
        }
      }
    }
  }
  return run_and_summarise({"regions",
                            {"n", "method", "asked", "trial", "rmse", "max_error", "plateaus"},
                            4,
                            {"n", "asked", "method"},
                            {"rmse", "max_error", "plateaus"}},
                           units, options, settings_line(options), progress);
}

Summary run_equal_regions_on_real_sets(const std::string& folder, const ExperimentOptions& options,
                                       Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  std::vector<Dataset> data(real_sets().size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const RealSet& set = real_sets()[i];
    if (!is_there(set, folder)) continue;
    data[i] = read_set(set, folder, progress);
    for (const std::size_t regions : numbers_of_regions) {
      for (const RegionsContender& contender : regions_contenders(regions, options.seed)) {
        if (!find_method(contender.options.method).can_fit(set.loss)) continue;
        const Fields unit = {set.name, std::to_string(data[i].rows()), contender.name, std::to_string(regions)};
        const double cost = 10 * cost_of(contender.options, data[i].rows());
        units.push_back({unit, cost, [=, fit = contender.options, &rows = data[i], &set](Progress& inner) {
                           return measure_on_folds(unit, rows, set, fit, inner);
                         }});
      }
    }
  }
  Fields columns = {"data", "rows", "method", "asked"};
  columns.insert(columns.end(), fold_columns.begin(), fold_columns.end());
  return run_and_summarise(
      {"regions_real", columns, 4, {"data", "rows", "asked", "method"}, {"error", "plateaus", "seconds"}}, units,
      options, settings_line(options), progress);
}

}  // namespace gaptv
