// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/lambda_rules.h"

#include <string>
#include <vector>

#include "experiments/simulate.h"
#include "experiments/work_units.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

std::vector<Fields> measure_rule(const Fields& unit, LambdaRule rule, std::size_t size, std::uint64_t seed,
                                 Progress& progress) {
  const Simulation simulation = simulate({"plateaus", size, seed, false});
  FitOptions options = paper_options("gaptv", seed, most_paper_bins);
  options.lambda = rule;
  const Trial trial = run_trial(simulation.sample, options, progress);
  const Evaluation result = evaluate(trial.model, simulation.truth.view(), 1);
  Fields row = unit;
  row.insert(row.end(), {csv_number(result.rmse), csv_number(result.max_error), std::to_string(result.plateaus),
                         csv_number(result.aic)});
  return {row};
}

}  // namespace

Summary run_lambda_rules(const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const std::size_t size : sizes_or(options, {100, 500, 2000})) {
      for (const LambdaRule rule : {LambdaRule::cv, LambdaRule::aic, LambdaRule::bic}) {
        const Fields unit = {name_of(rule), std::to_string(size), std::to_string(trial)};
        units.push_back({unit, typical_seconds("gaptv", size), [=, seed = options.seed + trial](Progress& inner) {
                           return measure_rule(unit, rule, size, seed, inner);
                         }});
      }
    }
  }
  const Fields measures = {"rmse", "max_error", "plateaus", "aic"};
  return run_and_summarise(
      {"lambda", {"rule", "n", "trial", "rmse", "max_error", "plateaus", "aic"}, 3, {"rule", "n"}, measures}, units,
      options, settings_line(options), progress);
}

}  // namespace gaptv
