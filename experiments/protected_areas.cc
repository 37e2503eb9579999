// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/protected_areas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/merged_squares.h"
#include "experiments/real_sets.h"
#include "experiments/simulate.h"
#include "experiments/work_units.h"
#include "gaptv/areas/area_locator.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/areas/model_areas.h"
#include "gaptv/areas/release.h"
#include "gaptv/areas/safe_edges.h"
#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/baselines/method.h"
#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/outer_folds.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/option_table.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

constexpr std::array<std::size_t, 4> smallest_counts = {5, 10, 50, 100};
constexpr std::array<std::size_t, 7> finest_squares = {4, 8, 16, 32, 64, 128, 256};
constexpr std::array<std::size_t, 6> coarsest_squares = {1, 2, 4, 8, 16, 32};

// With so many rows three parts say as much as five.
constexpr std::size_t many_rows = 100000;

// The sets whose features are places; the others have no map.
constexpr std::array<std::string_view, 7> sets_on_maps = {
    "austin2014_grid100", "banana", "brain", "california_housing", "chicago2015_arrest", "chicago2015_grid100", "mack"};

const Fields unit_columns = {"data", "rows", "trial", "fold"};
const Fields area_columns = {"data",   "rows", "trial",    "fold",  "min_count",
                             "method", "rmse", "deviance", "areas", "blank"};

const std::vector<AreaValue>& column_of(const AreaLayer& layer, std::string_view name) {
  const auto found = std::ranges::find(layer.columns, name, &AreaColumn::name);
  if (found == layer.columns.end()) throw InvalidInput("the areas have no column " + std::string(name));
  return found->values;
}

double number_in(const AreaValue& value) {
  const std::int64_t* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

// What a reader who knows nothing but the layer takes for the mean of all.
double mean_of_all(const AreaLayer& layer) {
  const std::vector<AreaValue>& values = column_of(layer, "value");
  const std::vector<AreaValue>& counts = column_of(layer, "count");
  double sum = 0;
  double count = 0;
  for (std::size_t area = 0; area < layer.size(); ++area) {
    sum += number_in(values[area]) * number_in(counts[area]);
    count += number_in(counts[area]);
  }
  return sum / count;
}

// What is compared.
struct Split {
  Dataset train;
  Dataset test;
  AreaExtent box;  // of all rows, those that are held out too: an office knows its map
  std::string loss;
  std::uint64_t seed = 0;
};

AreaExtent box_of(const DataView& rows) {
  const auto ends = [&](std::size_t feature) {
    double low = rows.features[feature][0];
    double high = low;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      low = std::min(low, rows.features[feature][row]);
      high = std::max(high, rows.features[feature][row]);
    }
    return close_outside(low, high);
  };
  const SafeBounds x = ends(0);
  const SafeBounds y = ends(1);
  return {x.low, y.low, x.high, y.high};
}

Model fit_default(const Split& split, Progress& progress) {
  FitOptions options;
  options.preset = "best";
  options.loss = split.loss;
  options.seed = split.seed;
  options.threads = 1;
  set_option(options, "held_out", "off");  // these errors are measured here
  return fit(split.train, options, &progress);
}

Model fit_tree(const Split& split, std::size_t min_count, Progress& progress) {
  FitOptions options;
  options.method = "cart-cv";
  options.loss = split.loss;
  options.seed = split.seed;
  options.threads = 1;
  options.min_bucket = min_count;
  options.min_split = 2 * min_count;
  return fit(split.train, options, &progress);
}

AreaLayer release_of(const Model& model, const Dataset& rows, const AreaExtent& box, std::size_t min_count) {
  ReleaseOptions options;
  options.rules.min_count = min_count;
  options.area.bounds = box;
  options.area.horizontal = 0;
  return make_release(model, rows.view(), {}, options).layer;
}

Fields measured(const Fields& unit, std::size_t min_count, const std::string& method, const AreaLayer& areas,
                const Split& split, std::size_t blank_rows = 0) {
  const PublishedError error =
      error_of_published(areas, split.test.view(), split.loss, total_weight(split.train.view()));
  const std::vector<AreaValue>& counts = column_of(areas, "count");
  const auto with_rows = std::ranges::count_if(counts, [](const AreaValue& count) { return number_in(count) > 0; });
  const double blank = static_cast<double>(blank_rows) / static_cast<double>(split.train.rows());
  Fields row = unit;
  row.insert(row.end(), {std::to_string(min_count), method, csv_number(error.rmse), csv_number(error.deviance),
                         std::to_string(with_rows), csv_number(blank)});
  return row;
}

void measure_squares(const Fields& unit, const Split& split, std::size_t min_count, std::vector<Fields>& rows) {
  for (const std::size_t finest : finest_squares) {
    for (const std::size_t coarsest : coarsest_squares) {
      if (coarsest > finest) continue;
      const MergedSquares squares = merged_squares(split.train.view(), {split.box, finest, coarsest, min_count});
      const std::string name = "squares-" + std::to_string(finest) + "-" + std::to_string(coarsest);
      rows.push_back(measured(unit, min_count, name, squares.layer, split, squares.blank_rows));
    }
  }
}

std::vector<Fields> measure_split(const Fields& unit, const Split& split, Progress& progress) {
  std::vector<Fields> rows;
  const Model model = fit_default(split, progress);
  const bool has_trees = find_method("cart-cv").can_fit(split.loss);
  for (const std::size_t min_count : smallest_counts) {
    progress.check();
    rows.push_back(measured(unit, min_count, "gaptv", release_of(model, split.train, split.box, min_count), split));
    if (has_trees) {
      const Model tree = fit_tree(split, min_count, progress);
      rows.push_back(measured(unit, min_count, "tree", release_of(tree, split.train, split.box, min_count), split));
    }
    measure_squares(unit, split, min_count, rows);
  }
  return rows;
}

struct NamedData {
  std::string name;
  std::string loss;
  std::string trial;
  Dataset data;
};

void add_units(const std::shared_ptr<const NamedData>& of, std::uint64_t seed, std::vector<WorkUnit>& units) {
  const std::size_t folds = of->data.rows() < many_rows ? 5 : 3;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const Fields unit = {of->name, std::to_string(of->data.rows()), of->trial, std::to_string(fold + 1)};
    const double cost = 0.3 + 5e-5 * static_cast<double>(of->data.rows());
    units.push_back(
        {unit, cost, [=](Progress& progress) {
           const DataView rows = of->data.view();
           FoldOptions dealing;
           dealing.folds = folds;
           dealing.seed = seed;
           dealing.is_discrete = of->loss != "gaussian";
           dealing.threads = 1;
           OuterSplit parts = OuterFolds(rows, dealing, progress).split(fold);
           const Split split = {std::move(parts.train), std::move(parts.test), box_of(rows), of->loss, seed};
           return measure_split(unit, split, progress);
         }});
  }
}

Summary run_areas(const std::string& file, const std::vector<WorkUnit>& units, const ExperimentOptions& options,
                  Progress& progress) {
  return run_and_summarise({file,
                            area_columns,
                            unit_columns.size(),
                            {"data", "rows", "min_count", "method"},
                            {"rmse", "deviance", "areas", "blank"}},
                           units, options, settings_line(options), progress);
}

}  // namespace

PublishedError error_of_published(const AreaLayer& areas, const DataView& rows, const std::string& loss,
                                  double observations) {
  const CellLoss& cell_loss = loss_with_link_of(loss);
  const std::vector<AreaValue>& values = column_of(areas, "value");
  const AreaLocator locator(areas);
  const double elsewhere = mean_of_all(areas);
  PublishedError error;
  double squares = 0;
  double sizes = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const AreaHit hit = locator.find({rows.features[0][row], rows.features[1][row]});
    error.nowhere += hit.area == in_no_area ? 1 : 0;
    const double published = hit.area == in_no_area ? elsewhere : number_in(values[hit.area]);
    const double value = rows.outcome[row] / rows.exposure_of(row);
    const double size = rows.size_of(row);
    const double fitted =
        std::clamp(published, cell_loss.lowest_mean(observations), cell_loss.highest_mean(observations));
    squares += size * (value - published) * (value - published);
    sizes += size;
    error.deviance += 2 * cell_loss.divergence({&size, 1}, {&value, 1}, {&fitted, 1});
  }
  error.rmse = std::sqrt(squares / sizes);
  error.deviance /= total_weight(rows);
  return error;
}

Summary run_protected_areas(const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const std::size_t rows : sizes_or(options, {2000, 10000})) {
      const std::uint64_t seed = options.seed + trial;
      const auto data = std::make_shared<const NamedData>(
          NamedData{"plateaus", "gaussian", std::to_string(trial), simulate({"plateaus", rows, seed, false}).sample});
      add_units(data, seed, units);
    }
  }
  return run_areas("areas", units, options, progress);
}

Summary run_protected_areas_on_real_sets(const std::string& folder, const ExperimentOptions& options,
                                         Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (const RealSet& set : real_sets()) {
    if (std::ranges::find(sets_on_maps, set.name) == sets_on_maps.end() || !is_there(set, folder)) continue;
    const auto data =
        std::make_shared<const NamedData>(NamedData{set.name, set.loss, "1", read_set(set, folder, progress)});
    add_units(data, options.seed, units);
  }
  return run_areas("areas_real", units, options, progress);
}

std::vector<BesideSquares> beside_squares(const Summary& areas) {
  const std::size_t error = areas.measure("rmse");
  const std::size_t number = areas.measure("areas");
  std::vector<BesideSquares> all;
  for (const GroupSummary& group : areas.groups) {
    const Fields name(group.group.begin(), group.group.end() - 1);
    const std::string& method = group.group.back();
    if (all.empty() || all.back().group != name) all.push_back({name, {}, 0, {}, {}, 0});
    BesideSquares& here = all.back();
    if (method == "gaptv") {
      here.gaptv = group.measures[error];
      here.gaptv_areas = group.measures[number].mean;
    } else if (method.starts_with("squares") && (here.squares.empty() || group.measures[error].mean < here.best.mean)) {
      here.squares = method;
      here.best = group.measures[error];
      here.best_areas = group.measures[number].mean;
    }
  }
  return all;
}

void write_area_maps(const std::string& folder, const ExperimentOptions& options, Progress& progress) {
  constexpr std::size_t min_count = 10;
  constexpr std::size_t finest = 256;
  const auto set = std::ranges::find(real_sets(), "chicago2015_arrest", &RealSet::name);
  if (set == real_sets().end() || !is_there(*set, folder)) return;
  Split split;
  split.train = read_set(*set, folder, progress);
  std::swap(split.train.features[0], split.train.features[1]);  // latitude comes first in the file
  std::swap(split.train.feature_names[0], split.train.feature_names[1]);
  split.box = box_of(split.train.view());
  split.loss = set->loss;
  split.seed = options.seed;
  const Model model = fit_default(split, progress);
  AreaOptions area;
  area.bounds = split.box;
  area.epsg = 4326;
  const SquareOptions squares = {split.box, finest, 1, min_count};
  const auto write = [&](const std::string& name, const AreaLayer& layer) {
    write_file(result_path(options, "areas_map_" + name + ".geojson"), write_geojson(layer));
  };
  write("regions", make_area_layer(model, area).layer);
  write("release", release_of(model, split.train, split.box, min_count));
  write("squares", merged_squares(split.train.view(), squares).layer);
}

}  // namespace gaptv
