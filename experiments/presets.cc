// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/presets.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/preset_cases.h"
#include "experiments/preset_contenders.h"
#include "experiments/work_units.h"
#include "gaptv/base/number_text.h"
#include "gaptv/baselines/method.h"
#include "gaptv/evaluate/plateaus.h"
#include "gaptv/model/predict.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

const Fields preset_measures = {"rmse", "max_error", "plateaus", "aic", "one_plateau", "seconds"};

// CRISP's 100 bins per feature are too many for three of them.
bool can_run(const PresetContender& contender, const PresetCase& of_case) {
  if (contender.method == "crisp" && of_case.features > 2) return false;
  return find_method(contender.method).can_fit(of_case.loss);
}

std::vector<Fields> measure_contender(const Fields& unit, const PresetContender& contender, const PresetCase& of_case,
                                      std::size_t rows, std::uint64_t seed, Progress& progress) {
  const Simulation simulation = of_case.make(rows, seed);
  FitOptions options = paper_options(contender.method, seed, most_paper_bins);
  set_contender(options, contender);
  options.loss = of_case.loss;
  const Trial trial = run_trial(simulation.sample, options, progress);
  // Not evaluate(): the truth of a binary outcome is a probability, which is no outcome of such a model.
  const std::vector<double> predicted = predict(trial.model, simulation.truth.view());
  double sum = 0;
  double largest = 0;
  for (std::size_t point = 0; point < predicted.size(); ++point) {
    const double error = std::abs(predicted[point] - simulation.truth.outcome[point]);
    sum += error * error;
    largest = std::max(largest, error);
  }
  // All truths of the cases are on a grid.
  const auto plateaus = static_cast<double>(count_plateaus_on_grid(simulation.truth.view(), predicted).value());
  Fields row = unit;
  for (const double value : {std::sqrt(sum / static_cast<double>(predicted.size())), largest, plateaus,
                             sum + 2 * plateaus, plateaus == 1 ? 1.0 : 0.0}) {
    row.push_back(csv_number(value));
  }
  row.push_back(number_text(trial.seconds));
  return {row};
}

Summary run_contenders(const std::string& file, const std::vector<PresetContender>& contenders,
                       const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const PresetCase& of_case : preset_cases()) {
      for (const std::size_t rows : sizes_or(options, of_case.sizes)) {
        for (const PresetContender& contender : contenders) {
          if (!can_run(contender, of_case)) continue;
          const Fields unit = {of_case.name, std::to_string(rows), contender.name, std::to_string(trial)};
          const double cost = typical_seconds(contender.method, rows) * (contender.preset == "best" ? 4 : 1);
          units.push_back({unit, cost, [=, &of_case, seed = options.seed + trial](Progress& inner) {
                             return measure_contender(unit, contender, of_case, rows, seed, inner);
                           }});
        }
      }
    }
  }
  Fields columns = {"case", "n", "method", "trial"};
  columns.insert(columns.end(), preset_measures.begin(), preset_measures.end());
  return run_and_summarise({file, columns, 4, {"case", "n", "method"}, preset_measures}, units, options,
                           settings_line(options), progress);
}

}  // namespace

Summary run_presets(const ExperimentOptions& options, Progress& progress) {
  return run_contenders("presets", preset_contenders(options.methods), options, progress);
}

Summary run_region_rules(const ExperimentOptions& options, Progress& progress) {
  return run_contenders("region_rules", rule_contenders(), options, progress);
}

std::optional<BestOverPaper> best_over_paper(const Summary& presets, const std::string& left_out) {
  std::map<Fields, const GroupSummary*> of_paper;
  for (const GroupSummary& group : presets.groups) {
    if (group.group[2] == "paper") of_paper[{group.group[0], group.group[1]}] = &group;
  }
  BestOverPaper result;
  double rmse = 0;
  double max_error = 0;
  for (const GroupSummary& group : presets.groups) {
    const auto paper = of_paper.find({group.group[0], group.group[1]});
    if (group.group[2] != "best" || group.group[0] == left_out || paper == of_paper.end()) continue;
    const auto ratio = [&](const char* measure) {
      const std::size_t place = presets.measure(measure);
      return group.measures[place].mean / paper->second->measures[place].mean;
    };
    ++result.cases;
    rmse += ratio("rmse");
    max_error += ratio("max_error");
    if (ratio("max_error") > 1) ++result.larger_max_errors;
  }
  if (result.cases == 0) return std::nullopt;
  result.rmse = rmse / static_cast<double>(result.cases);
  result.max_error = max_error / static_cast<double>(result.cases);
  return result;
}

}  // namespace gaptv
