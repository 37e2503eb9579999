// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/synthetic.h"

#include "experiments/simulate.h"
#include "experiments/work_units.h"
#include "gaptv/base/number_text.h"
#include "gaptv/model/predict.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

const Fields trial_measures = {"rmse", "max_error", "plateaus", "aic", "bins", "lambda", "seconds"};

std::vector<Fields> measure(const Fields& unit, const std::string& method, const SimulateOptions& simulated,
                            Progress& progress) {
  const Simulation simulation = simulate(simulated);
  const Trial trial = run_trial(simulation.sample, paper_options(method, simulated.seed, most_paper_bins), progress);
  const Evaluation result = evaluate(trial.model, simulation.truth.view(), 1);
  Fields row = unit;
  for (const double value : {result.rmse, result.max_error, static_cast<double>(result.plateaus), result.aic}) {
    row.push_back(csv_number(value));
  }
  row.push_back(bins_field(trial.model));
  row.push_back(csv_number(trial.model.surfaces.front().record.lambda));
  row.push_back(number_text(trial.seconds));
  return {row};
}

std::vector<Fields> map_rows(const Fields& unit, const Dataset& points, const std::vector<double>& values) {
  std::vector<Fields> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows.push_back({unit[0], unit[1], csv_number(points.features[0][i]), csv_number(points.features[1][i]),
                    csv_number(values[i])});
  }
  return rows;
}

std::string settings_of(const SyntheticOptions& options) {
  return settings_line(options.common, options.distinct ? ", distinct" : "");
}

// The columns of the measures follow those of the unit, whose last one is the trial.
ResultTable table_of_trials(const std::string& name, const Fields& group_columns) {
  Fields columns = group_columns;
  columns.emplace_back("trial");
  const std::size_t unit_columns = columns.size();
  columns.insert(columns.end(), trial_measures.begin(), trial_measures.end());
  return {name, columns, unit_columns, group_columns, trial_measures};
}

}  // namespace

Summary run_synthetic(const SyntheticOptions& options, Progress& progress) {
  check(options.common);
  const std::vector<std::size_t> sizes = sizes_or(options.common, {50, 100, 200, 500, 1000, 2000, 5000, 10000});
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.common.trials; ++trial) {
    for (const std::size_t size : sizes) {
      for (const std::string& method : options.common.methods) {
        const Fields unit = {method, std::to_string(size), std::to_string(trial)};
        const SimulateOptions simulated = {"plateaus", size, options.common.seed + trial, options.distinct};
        units.push_back({unit, typical_seconds(method, size),
                         [=](Progress& inner) { return measure(unit, method, simulated, inner); }});
      }
    }
  }
  return run_and_summarise(table_of_trials("synthetic", {"method", "n"}), units, options.common, settings_of(options),
                           progress);
}

std::vector<Fields> write_synthetic_maps(const SyntheticOptions& options, Progress& progress) {
  const std::uint64_t seed = options.common.seed + 1;
  const std::vector<std::size_t> sizes = sizes_or(options.common, {100, 500, 2000});
  std::vector<WorkUnit> units;
  units.push_back({{"truth", "0"}, 0, [&](Progress& /*inner*/) {
                     const Dataset truth = simulate({"plateaus", 1, seed, options.distinct}).truth;
                     return map_rows({"truth", "0"}, truth, truth.outcome);
                   }});
  for (const std::size_t size : sizes) {
    for (const std::string& method : options.common.methods) {
      const Fields unit = {method, std::to_string(size)};
      units.push_back({unit, typical_seconds(method, size), [&, unit, method, size](Progress& inner) {
                         const Simulation simulation = simulate({"plateaus", size, seed, options.distinct});
                         const Trial trial =
                             run_trial(simulation.sample, paper_options(method, seed, most_paper_bins), inner);
                         return map_rows(unit, simulation.truth, predict(trial.model, simulation.truth.view()));
                       }});
    }
  }
  ResultFile results(result_path(options.common, "synthetic_map.csv"), {"method", "n", "x1", "x2", "value"}, 2,
                     settings_of(options));
  run_units(units, results, options.common.threads, progress);
  return results.rows();
}

Summary run_scenarios(const ExperimentOptions& options, Progress& progress) {
  check(options);
  const std::vector<std::size_t> sizes = sizes_or(options, {100, 1000});
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const std::string kind : {"scenario1", "scenario2", "scenario3", "scenario4"}) {
      for (const std::size_t size : sizes) {
        for (const std::string& method : options.methods) {
          const Fields unit = {kind, method, std::to_string(size), std::to_string(trial)};
          const SimulateOptions simulated = {kind, size, options.seed + trial, false};
          units.push_back({unit, typical_seconds(method, size),
                           [=](Progress& inner) { return measure(unit, method, simulated, inner); }});
        }
      }
    }
  }
  return run_and_summarise(table_of_trials("scenarios", {"scenario", "method", "n"}), units, options,
                           settings_line(options), progress);
}

}  // namespace gaptv
