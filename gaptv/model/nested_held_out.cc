// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/nested_held_out.h"

#include <utility>
#include <vector>

#include "gaptv/base/fold_average.h"
#include "gaptv/model/stored_recipe.h"

namespace gaptv {
namespace {

// Mean deviances of an observation of one fold.
struct FoldErrors {
  double weight = 0;  // observations in the fold; 0 if it was passed over
  double of_model = 0;
  double of_one = 0;
  std::vector<double> by_count;
};

bool has_joined_cells(const Model& model, const Surface& surface, const FitOptions& options) {
  return surface.record.regions && region_options(options).joins() && has_stored_recipe(model, surface);
}

// The mean of all outcomes, for each cell.
std::vector<double> one_value(const Surface& surface) {
  CellStats all;
  for (const CellStats& cell : surface.cells) all.add(cell);
  return std::vector<double>(surface.cells.size(), all.mean);
}

std::vector<std::size_t> counts_of(const Model& model, const FitOptions& options, Progress& progress) {
  const Surface& surface = model.surfaces.front();
  if (!has_joined_cells(model, surface, options)) return {};
  const StoredRecipe stored = read_stored_recipe(model, surface);
  const FittedJoinable fitted =
      fit_joinable(stored.recipe, stored.table, stored.recipe.lambda, options.threads, progress);
  return counts_to_measure(fitted.cells.path);
}

FoldErrors measure_fold(const TableSource& source, std::size_t fold, const FitOptions& options,
                        const GridPenalty& penalty, const std::vector<std::size_t>& counts, Progress& progress) {
  const CellLoss& loss = *source.summary().loss;
  const std::unique_ptr<TableSource> rest = source.leave_out_fold(fold, progress);
  if (rest->summary().rows == 0) return {};
  const Model model = fit_source(*rest, options, penalty, progress);
  const Surface& surface = model.surfaces.front();
  const CellTable held_out = source.tabulate_fold(fold, surface.grid, {});
  FoldErrors errors;
  errors.weight = observations(held_out);
  if (errors.weight <= 0) return {};
  errors.of_model = deviance(loss, held_out, fitted_values(surface)) / errors.weight;
  errors.of_one = deviance(loss, held_out, one_value(surface)) / errors.weight;
  errors.by_count.assign(counts.size(), errors.of_one);
  if (counts.empty() || !has_joined_cells(model, surface, options)) return errors;
  const StoredRecipe stored = read_stored_recipe(model, surface);
  const FittedJoinable fitted =
      fit_joinable(stored.recipe, stored.table, stored.recipe.lambda, options.threads, progress);
  const double unit = stored.scale.unit * stored.lambda_unit;
  errors.by_count = measure_held_out(fitted.cells, stored.table, source.tabulate_fold(fold, surface.grid, stored.scale),
                                     stored.recipe.valuation(), counts);
  for (double& error : errors.by_count) error *= unit / errors.weight;
  return errors;
}

}  // namespace

HeldOut measure_nested(const TableSource& source, const FitOptions& options, const GridPenalty& penalty,
                       const Model& model, Progress& progress) {
  WithoutStages quiet(progress);
  FitOptions inner = options;
  inner.held_out = options.regions.needs_held_out_error() ? HeldOutRule::recipe : HeldOutRule::off;
  std::vector<std::size_t> counts = counts_of(model, options, quiet);
  const std::size_t folds = source.summary().folds;
  std::vector<FoldErrors> errors;
  std::vector<double> weight;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    errors.push_back(measure_fold(source, fold, inner, penalty, counts, quiet));
    weight.push_back(errors.back().weight);
    progress.advance(static_cast<double>(fold + 1) / static_cast<double>(folds));
  }
  const FoldAverage average(weight);
  HeldOut result;
  result.kind = "nested";
  result.folds = folds;
  const auto of_model = [&errors](std::size_t fold) { return errors[fold].of_model; };
  result.error = average.mean(of_model);
  result.standard_error = average.standard_error(result.error, of_model);
  result.error_of_one = average.mean([&errors](std::size_t fold) { return errors[fold].of_one; });
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto at = [&](std::size_t fold) { return weight[fold] > 0 ? errors[fold].by_count[i] : 0.0; };
    result.path.error.push_back(average.mean(at));
    result.path.standard_error.push_back(average.standard_error(result.path.error.back(), at));
  }
  result.path.regions = std::move(counts);
  return result;
}

}  // namespace gaptv
