// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/class_held_out.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "gaptv/base/fold_average.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/predict.h"
#include "gaptv/model/stored_recipe.h"
#include "gaptv/tv/lambda_carry.h"

namespace gaptv {
namespace {

// The probability of the class by cell of the model's grid, from the rows outside of each fold.
std::vector<std::vector<double>> repeat_recipe(const RowSource& source, const Model& model, Progress& progress) {
  const Surface& surface = model.surfaces.front();
  StoredRecipe stored = read_stored_recipe(model, surface);
  // As many regions as the model has, where held-out errors chose their number.
  RegionsChoice& choice = stored.recipe.options.regions;
  if (choice.needs_held_out_error()) {
    choice.rule = RegionsRule::at_most;
    choice.at_most = surface.regions.size();
  }
  const std::size_t folds = source.summary().folds;
  std::vector<CellTable> tables;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    tables.push_back(source.tabulate_fold(fold, surface.grid, stored.scale));
  }
  const double all = observations(stored.table);
  std::vector<std::vector<double>> by_fold;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    const CellTable rest = merge_all_but(tables, fold);
    const double share = observations(rest) / all;
    by_fold.push_back(share > 0 ? stored.to_outcome(make_regions(stored.recipe, rest,
                                                                 carry_lambda(stored.recipe.lambda, share), progress))
                                : fitted_values(surface));
  }
  return by_fold;
}

// Gives the rows of a fold what a function of the row says.
template <typename Probability>
void fill_fold(HeldOutClass& result, std::size_t fold, const Probability& probability_of_row) {
  for (std::size_t row = 0; row < result.fold.size(); ++row) {
    if (result.fold[row] == fold) result.probability[row] = probability_of_row(row);
  }
}

void predict_by_recipe(const RowSource& source, const Model& model, HeldOutClass& result, Progress& progress) {
  const std::vector<std::vector<double>> by_fold = repeat_recipe(source, model, progress);
  const std::vector<std::uint32_t> cell = locate(model.surfaces.front(), source.view(), 1);
  for (std::size_t fold = 0; fold < by_fold.size(); ++fold) {
    fill_fold(result, fold, [&](std::size_t row) { return by_fold[fold][cell[row]]; });
  }
}

void predict_by_nested_fits(const RowSource& source, const FitOptions& options, HeldOutClass& result,
                            Progress& progress) {
  FitOptions inner = options;
  inner.held_out = options.regions.needs_held_out_error() ? HeldOutRule::recipe : HeldOutRule::off;
  const GridPenalty total_variation{"gaptv", tv_solver_maker(options), std::string(name_of(*options.empty_cells))};
  for (std::size_t fold = 0; fold < source.summary().folds; ++fold) {
    const std::unique_ptr<TableSource> rest = source.leave_out_fold(fold, progress);
    if (rest->summary().rows == 0) continue;
    const Model model = fit_source(*rest, inner, total_variation, progress);
    const std::vector<double> values = fitted_values(model.surfaces.front());
    const std::vector<std::uint32_t> cell = locate(model.surfaces.front(), source.view(), 1);
    fill_fold(result, fold, [&](std::size_t row) { return values[cell[row]]; });
  }
}

// The share of the class among the rows of all other folds.
std::vector<double> shares_outside(const RowSource& source, const std::vector<std::size_t>& fold) {
  const DataView& data = source.view();
  const std::size_t folds = source.summary().folds;
  std::vector<double> weight(folds, 0.0);
  std::vector<double> members(folds, 0.0);
  double all_weight = 0;
  double all_members = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t k = 0; k < folds; ++k) {
      const double part = source.folds().weight_in_fold(row, data.weight_of(row), k);
      weight[k] += part;
      members[k] += part * data.outcome[row];
      all_weight += part;
      all_members += part * data.outcome[row];
    }
  }
  std::vector<double> shares;
  shares.reserve(fold.size());
  for (const std::size_t k : fold) shares.push_back((all_members - members[k]) / (all_weight - weight[k]));
  return shares;
}

// Minus twice the logarithm of what is predicted for the row's own class, after division by the sum.
double deviance_of_row(const std::vector<HeldOutClass>& classes, std::vector<double> HeldOutClass::*of,
                       std::size_t own_class, std::size_t row) {
  double sum = 0;
  for (const HeldOutClass& one : classes) sum += (one.*of)[row];
  return -2 * std::log((classes[own_class].*of)[row] / sum);
}

}  // namespace

HeldOutClass predict_held_out_class(const RowSource& source, const Model& model, const FitOptions& options,
                                    Progress& progress) {
  WithoutStages quiet(progress);
  HeldOutClass result;
  const std::size_t rows = source.view().rows();
  result.fold.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) result.fold.push_back(source.folds().fold[row]);
  result.share = shares_outside(source, result.fold);
  result.probability = result.share;
  if (!has_stored_recipe(model, model.surfaces.front())) return result;
  if (options.held_out == HeldOutRule::nested) {
    predict_by_nested_fits(source, options, result, quiet);
  } else {
    predict_by_recipe(source, model, result, quiet);
  }
  return result;
}

std::optional<HeldOut> joint_held_out(const std::vector<HeldOutClass>& classes,
                                      const std::vector<std::size_t>& class_of_row, const DataView& data,
                                      const FitOptions& options) {
  std::vector<double> weight;
  std::vector<double> error;
  std::vector<double> error_of_one;
  for (std::size_t row = 0; row < class_of_row.size(); ++row) {
    const std::size_t fold = classes.front().fold[row];
    const std::size_t folds = std::max(weight.size(), fold + 1);
    for (std::vector<double>* list : {&weight, &error, &error_of_one}) list->resize(folds, 0.0);
    const double of_row = data.weight_of(row);
    weight[fold] += of_row;
    error[fold] += of_row * deviance_of_row(classes, &HeldOutClass::probability, class_of_row[row], row);
    error_of_one[fold] += of_row * deviance_of_row(classes, &HeldOutClass::share, class_of_row[row], row);
  }
  const FoldAverage average(weight);
  const auto mean_of = [&](const std::vector<double>& sums) {
    return [&](std::size_t fold) { return weight[fold] > 0 ? sums[fold] / weight[fold] : 0.0; };
  };
  HeldOut result;
  result.kind = options.held_out == HeldOutRule::nested ? "nested" : "recipe";
  result.folds = weight.size();
  result.error = average.mean(mean_of(error));
  result.standard_error = average.standard_error(result.error, mean_of(error));
  result.error_of_one = average.mean(mean_of(error_of_one));
  if (!std::isfinite(result.error) || !std::isfinite(result.error_of_one)) return std::nullopt;
  return result;
}

}  // namespace gaptv
