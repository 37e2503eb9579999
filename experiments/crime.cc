// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/crime.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

#include "experiments/work_units.h"
#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/base/hash.h"
#include "gaptv/base/number_text.h"
#include "gaptv/evaluate/outer_folds.h"
#include "gaptv/model/predict.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

constexpr std::size_t most_bins_for_crime = 100;
const Fields crime_columns = {"city", "method", "fold", "rmse", "max_error", "plateaus", "aic"};

void check_city(const std::string& city) {
  const auto is_fit = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '_';
  };
  if (city.empty() || !std::ranges::all_of(city, is_fit)) {
    throw InvalidInput("--city '" + city + "': use letters, digits, - and _ only");
  }
}

// Results of other cells must not be taken for those of these.
std::string settings_of_city(const CrimeGrid& grid, const CrimeOptions& options) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < grid.cells.rows(); ++i) {
    for (const std::vector<double>& feature : grid.cells.features) hash = hash_combine(hash, feature[i]);
    hash = hash_combine(hash, grid.cells.outcome[i]);
  }
  return settings_line(options.common, ", " + std::to_string(options.folds) + " folds, data " + hexadecimal_text(hash));
}

std::vector<Fields> measure_fold(const Fields& unit, const OuterSplit& rows, const Dataset& every_cell,
                                 const FitOptions& options, Progress& progress) {
  const Trial trial = run_trial(rows.train, options, progress);
  const Evaluation held_out = evaluate(trial.model, rows.test.view(), 1);
  const std::size_t plateaus = evaluate(trial.model, every_cell.view(), 1).plateaus;
  const double aic =
      static_cast<double>(every_cell.rows()) * held_out.rmse * held_out.rmse + 2 * static_cast<double>(plateaus);
  Fields row = unit;
  row.insert(row.end(),
             {csv_number(held_out.rmse), csv_number(held_out.max_error), std::to_string(plateaus), csv_number(aic)});
  return {row};
}

// crime.csv: what there is of every city, in the order of their names.
void join_cities(const ExperimentOptions& options) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(options.folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_result = name.starts_with("crime_") && name.ends_with(".csv") && !name.ends_with("_map.csv") &&
                           name != "crime_summary.csv";
    if (is_result) files.insert(entry.path().string());
  }
  std::string all;
  for (const std::string& file : files) {
    const std::string text = read_file(file);
    all += all.empty() ? text : text.substr(text.find('\n') + 1);
  }
  write_file(result_path(options, "crime.csv"), all);
}

}  // namespace

Summary run_crime(const CrimeGrid& grid, const CrimeOptions& options, Progress& progress) {
  check(options.common);
  check_city(options.city);
  const DataView view = grid.cells.view();
  const OuterFolds folds(view, {.folds = options.folds, .seed = options.common.seed, .threads = options.common.threads},
                         progress);
  const Dataset every_cell = grid.every_cell();
  std::vector<OuterSplit> splits;
  for (std::size_t fold = 0; fold < folds.count(); ++fold) splits.push_back(folds.split(fold));
  std::vector<WorkUnit> units;
  for (const std::string& method : options.common.methods) {
    for (std::size_t fold = 0; fold < folds.count(); ++fold) {
      const Fields unit = {options.city, method, std::to_string(fold + 1)};
      const FitOptions fit = paper_options(method, options.common.seed, most_bins_for_crime);
      units.push_back(
          {unit, typical_seconds(method, view.rows()), [unit, fit, fold, &splits, &every_cell](Progress& inner) {
             return measure_fold(unit, splits[fold], every_cell, fit, inner);
           }});
    }
  }
  ResultFile results(result_path(options.common, "crime_" + options.city + ".csv"), crime_columns, 3,
                     settings_of_city(grid, options));
  run_units(units, results, options.common.threads, progress);
  join_cities(options.common);
  return summarise(crime_columns, results.rows(), {"city", "method"}, {"rmse", "max_error", "plateaus", "aic"});
}

std::vector<Fields> write_crime_maps(const CrimeGrid& grid, const CrimeOptions& options, Progress& progress) {
  std::vector<WorkUnit> units;
  const auto rows_of = [&grid](const std::string& method, const std::vector<double>& values) {
    std::vector<Fields> rows;
    for (std::size_t i = 0; i < values.size(); ++i) {
      rows.push_back({method, csv_number(grid.cells.features[0][i]), csv_number(grid.cells.features[1][i]),
                      csv_number(values[i])});
    }
    return rows;
  };
  units.push_back({{"raw"}, 0, [&](Progress& /*inner*/) { return rows_of("raw", grid.cells.outcome); }});
  for (const std::string& method : options.common.methods) {
    units.push_back({{method}, typical_seconds(method, grid.cells.rows()), [&, method](Progress& inner) {
                       const FitOptions fit = paper_options(method, options.common.seed, most_bins_for_crime);
                       const Trial trial = run_trial(grid.cells, fit, inner);
                       return rows_of(method, predict(trial.model, grid.cells.view()));
                     }});
  }
  ResultFile results(result_path(options.common, "crime_" + options.city + "_map.csv"), {"method", "ix", "iy", "value"},
                     1, settings_of_city(grid, options));
  run_units(units, results, options.common.threads, progress);
  return results.rows();
}

}  // namespace gaptv
