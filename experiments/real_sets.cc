// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/real_sets.h"

#include <filesystem>

#include "experiments/preset_contenders.h"
#include "experiments/work_units.h"
#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/baselines/method.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/evaluate/compare.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

std::string path_of(const RealSet& set, const std::string& folder) {
  return (std::filesystem::path(folder) / (set.name + ".csv")).string();
}

}  // namespace

bool is_there(const RealSet& set, const std::string& folder) {
  return std::filesystem::exists(path_of(set, folder));
}

Dataset read_set(const RealSet& set, const std::string& folder, Progress& progress) {
  CsvOptions columns;
  columns.features = set.features;
  columns.outcome = set.outcome;
  columns.exposure = set.exposure;
  columns.threads = 1;
  columns.progress = &progress;
  return read_csv(path_of(set, folder), columns);
}

std::vector<Fields> measure_on_folds(const Fields& unit, const Dataset& data, const RealSet& set, const FitOptions& fit,
                                     Progress& progress) {
  CompareOptions options;
  options.methods = {fit.method};
  options.fit = fit;
  options.fit.loss = set.loss;
  const Comparison comparison = compare(data.view(), options, &progress);
  std::vector<Fields> rows;
  for (const HeldOutFold& fold : comparison.methods.front().folds) {
    Fields row = unit;
    row.insert(row.end(),
               {std::to_string(rows.size() + 1), csv_number(error_of(fold.evaluation, set.loss, fold.weight)),
                std::to_string(fold.evaluation.plateaus), number_text(fold.seconds)});
    rows.push_back(std::move(row));
  }
  return rows;
}

const std::vector<RealSet>& real_sets() {
  static const std::vector<RealSet> sets = {
      {"airfoil", {"freq", "attackangle"}, "soundpressure"},
      {"austin2014_grid100", {"ix", "iy"}, "log_count"},
      {"banana", {"x1", "x2"}, "y", "binomial"},
      {"bikeshares", {"temp", "windspeed"}, "cnt"},
      {"brain", {"X", "Y"}, "medFPQ"},
      {"california_housing", {"longitude", "latitude"}, "median_house_value"},
      {"chicago2015_arrest", {"lat", "lon"}, "arrest", "binomial"},
      {"chicago2015_grid100", {"ix", "iy"}, "log_count"},
      {"concrete", {"Water", "Coarse Aggr."}, "Compressive Strength (28-day)(Mpa)"},
      {"lidar", {"range"}, "logratio"},
      {"mack", {"lon", "lat"}, "egg.count", "poisson", "net.area"},
      {"violence", {"medIncome", "PopDens"}, "ViolentCrimesPerPop"}};
  return sets;
}

std::vector<std::string> missing_sets(const std::string& folder) {
  std::vector<std::string> missing;
  for (const RealSet& set : real_sets()) {
    if (!is_there(set, folder)) missing.push_back(set.name + ".csv");
  }
  if (missing.size() < real_sets().size()) return missing;
  throw InvalidInput(folder + ": there is none of the files of public data (" + missing.front() + " and others)");
}

namespace {

Summary run_contenders_on_real_sets(const std::string& file, const std::vector<PresetContender>& contenders,
                                    const std::string& folder, const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  std::vector<Dataset> data(real_sets().size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const RealSet& set = real_sets()[i];
    if (!is_there(set, folder)) continue;
    data[i] = read_set(set, folder, progress);
    for (const PresetContender& contender : contenders) {
      if (!find_method(contender.method).can_fit(set.loss)) continue;
      const Fields unit = {set.name, std::to_string(data[i].rows()), contender.name};
      const double cost = 10 * typical_seconds(contender.method, data[i].rows()) * (contender.preset == "best" ? 4 : 1);
      FitOptions fit = paper_options(contender.method, options.seed, most_paper_bins);
      set_contender(fit, contender);
      units.push_back({unit, cost, [=, &rows = data[i], &set](Progress& inner) {
                         return measure_on_folds(unit, rows, set, fit, inner);
                       }});
    }
  }
  return run_and_summarise({file,
                            {"data", "rows", "method", "fold", "error", "plateaus", "seconds"},
                            3,
                            {"data", "rows", "method"},
                            {"error", "plateaus", "seconds"}},
                           units, options, settings_line(options), progress);
}

}  // namespace

Summary run_presets_on_real_sets(const std::string& folder, const ExperimentOptions& options, Progress& progress) {
  return run_contenders_on_real_sets("presets_real", preset_contenders(options.methods), folder, options, progress);
}

Summary run_region_rules_on_real_sets(const std::string& folder, const ExperimentOptions& options, Progress& progress) {
  return run_contenders_on_real_sets("region_rules_real", rule_contenders(), folder, options, progress);
}

}  // namespace gaptv
