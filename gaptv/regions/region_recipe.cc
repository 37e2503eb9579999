// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_recipe.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "gaptv/base/fold_average.h"
#include "gaptv/base/parallel.h"
#include "gaptv/tv/lambda_carry.h"

namespace gaptv {
namespace {

JoinPath join(const RegionRecipe& recipe, const Shape& shape, const std::vector<double>& values,
              const std::vector<double>& weight, const std::optional<FewestRows>& few) {
  const auto variance = [loss = recipe.fitter.loss](double mean) { return loss->variance(mean); };
  return join_cells({shape, values, weight, recipe.grid.left_out}, variance, few);
}

bool has_region_without_rows(const ConnectedCells& partition, const std::vector<double>& rows) {
  std::vector<double> of_region(partition.count, 0.0);
  for (std::size_t cell = 0; cell < rows.size(); ++cell) of_region[partition.label[cell]] += rows[cell];
  return std::ranges::any_of(of_region, [](double count) { return count <= 0; });
}

// What one fold says: mean deviances of its observations.
struct FoldErrors {
  std::vector<double> by_count;
  double of_recipe = 0;
  double of_one = 0;
};

// The deviance of held-out rows from the mean of the training rows: what one region would predict.
double deviance_from_mean(const CellTable& training, const CellTable& held_out, const Valuation& how) {
  CellStats all;
  for (const CellStats& cell : training.cells) all.add(cell);
  std::vector<double> value = {all.mean};
  if (!how.loss->has_identity_link()) keep_inside(*how.loss, all.weight, value);
  return deviance(*how.loss, held_out, std::vector<double>(held_out.cells.size(), value.front()));
}

FoldErrors measure_fold(const RegionRecipe& recipe, const std::vector<CellTable>& folds, std::size_t fold,
                        double lambda, std::vector<std::size_t> counts, Progress& progress) {
  const CellTable training = merge_all_but(folds, fold);
  const JoinableCells cells = fit_joinable(recipe, training, lambda, 1, progress).cells;
  counts.push_back(count_worth_their_price(cells, *recipe.fitter.loss, recipe.prices()));
  FoldErrors errors{measure_held_out(cells, training, folds[fold], recipe.valuation(), counts)};
  for (double& error : errors.by_count) error /= observations(folds[fold]);
  errors.of_recipe = errors.by_count.back();
  errors.by_count.pop_back();
  // Where cells that are left out cut the others into parts, no partition is a single region.
  errors.of_one = cells.path.fewest_regions() > 1
                      ? deviance_from_mean(training, folds[fold], recipe.valuation()) / observations(folds[fold])
                      : errors.by_count.front();
  return errors;
}

}  // namespace

FittedJoinable fit_joinable(const RegionRecipe& recipe, const CellTable& table, double lambda, std::size_t threads,
                            Progress& progress) {
  ShiftAverages averages = average_shifts(recipe.grid, table, recipe.bins, recipe.fitter, {lambda}, threads, progress);
  JoinPath path = join(
      recipe, table.shape, averages.values.front(), averages.smooth_weight,
      recipe.options.min_rows > 1 ? std::optional(FewestRows{recipe.rows, recipe.options.min_rows}) : std::nullopt);
  return {{std::move(averages.values.front()), std::move(averages.smooth_weight), std::move(path)},
          averages.certificates.front()};
}

std::vector<double> value_cells(const RegionRecipe& recipe, const JoinableCells& cells, const CellTable& table,
                                std::size_t regions) {
  ConnectedCells partition = cells.path.cut(regions);
  if (recipe.options.joins() && has_region_without_rows(partition, recipe.rows)) {
    const FewestRows few{recipe.rows, std::max(1.0, recipe.options.min_rows), regions};
    partition = join(recipe, table.shape, cells.values, cells.weight, few).cut(regions);
  }
  const std::vector<double> values =
      value_regions(sum_evidence(partition, cells.values, cells.weight, table), recipe.valuation());
  std::vector<double> by_cell;
  by_cell.reserve(partition.label.size());
  for (const std::size_t region : partition.label) by_cell.push_back(values[region]);
  return by_cell;
}

std::vector<double> make_regions(const RegionRecipe& recipe, const CellTable& table, double lambda,
                                 Progress& progress) {
  const JoinableCells cells = fit_joinable(recipe, table, lambda, 1, progress).cells;
  const RegionsChoice& choice = recipe.options.regions;
  std::size_t count = cells.path.start().count;
  if (choice.rule == RegionsRule::at_most) {
    count = choice.at_most;
  } else if (recipe.options.joins()) {
    count = count_worth_their_price(cells, *recipe.fitter.loss, recipe.prices());
  }
  return value_cells(recipe, cells, table, count);
}

HeldOutRecipe measure_recipe(const RegionRecipe& recipe, const std::vector<CellTable>& folds,
                             std::vector<std::size_t> counts, std::size_t threads, Progress& progress) {
  std::vector<double> weight;
  double all = 0;
  for (const CellTable& fold : folds) {
    weight.push_back(observations(fold));
    all += weight.back();
  }
  std::vector<FoldErrors> errors(folds.size());
  std::atomic<std::size_t> done{0};
  parallel_for(folds.size(), threads, [&](std::size_t fold) {
    const double training_weight = all - weight[fold];
    if (weight[fold] <= 0 || training_weight <= 0) return;
    const double lambda = carry_lambda(recipe.lambda, training_weight / all);
    errors[fold] = measure_fold(recipe, folds, fold, lambda, counts, progress);
    progress.advance(static_cast<double>(++done) / static_cast<double>(folds.size()));
  });
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    if (errors[fold].by_count.empty()) weight[fold] = 0;
  }
  const FoldAverage average(weight);
  HeldOutRecipe result;
  const auto take = [&](double& mean, double& standard_error, const auto& error_of) {
    mean = average.mean(error_of);
    standard_error = average.standard_error(mean, error_of);
  };
  take(result.error, result.standard_error, [&](std::size_t fold) { return errors[fold].of_recipe; });
  result.error_of_one = average.mean([&](std::size_t fold) { return weight[fold] > 0 ? errors[fold].of_one : 0.0; });
  result.curve.error.resize(counts.size());
  result.curve.standard_error.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    take(result.curve.error[i], result.curve.standard_error[i],
         [&](std::size_t fold) { return weight[fold] > 0 ? errors[fold].by_count[i] : 0.0; });
  }
  result.curve.regions = std::move(counts);
  return result;
}

}  // namespace gaptv
