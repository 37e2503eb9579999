// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/base/version.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/data/observations.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/binned_rows.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/feature_check.h"
#include "gaptv/model/fit_classes.h"
#include "gaptv/model/fit_notes.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/grid_selection.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/outcome.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/row_deviance.h"
#include "gaptv/select/selection.h"
#include "gaptv/tv/cell_problem.h"
#include "gaptv/tv/total_variation.h"

namespace gaptv {
namespace {

bool uses_cross_validation(const FitOptions& options) {
  const LambdaRule rule = options.lambda;
  return options.bins == BinsRule::cv || rule == LambdaRule::cv || rule == LambdaRule::cv_paired ||
         rule == LambdaRule::cv_1se || options.relax_by_cv;
}

// Weights may stand for more rows, or be all there is: with them folds without rows are passed over.
void check_rows(const DataView& data, const FitOptions& options) {
  if (!uses_cross_validation(options) || data.rows() >= *options.folds || !data.weight.empty()) return;
  throw InvalidInput(std::to_string(data.rows()) + " rows are fewer than the " + std::to_string(*options.folds) +
                     " folds of the cross-validation; use fewer folds (`folds`) or another rule for lambda "
                     "(`lambda=aic`, bic or a number)");
}

// Refuses grids that would not fit into memory, before any work is done.
void check_cells(const FitOptions& options, std::size_t axes, const std::vector<std::size_t>& candidates) {
  double cells = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    cells *= static_cast<double>(options.bins == BinsRule::fixed ? bins_per_axis(options, axes)[axis]
                                 : candidates.empty()            ? 1
                                                                 : candidates.back());
  }
  if (cells <= most_cells) return;
  throw InvalidInput("a grid of " + std::to_string(static_cast<std::size_t>(cells)) +
                     " cells is more than the 20 million that are allowed; ask for fewer bins (`bins`, `bins_max`)");
}

bool has_regions(const FitOptions& options) {
  return *options.shifts > 1 || options.relax.value_or(0) > 0 || options.relax_by_cv || *options.border > 0;
}

// The rows on a grid that the candidates of the gap statistic do not offer: a finer one, or parts of its bins. None if
// theirs will do.
std::optional<BinnedRows> rows_for(const DataView& data, const std::vector<std::size_t>& bins, bool wants_regions,
                                   const FitOptions& options, Progress& progress) {
  const bool is_shifted = wants_regions && *options.shifts > 1;
  if (!is_shifted && (*options.finer == 1 || options.bins == BinsRule::fixed)) return std::nullopt;
  const std::vector<std::size_t> fine = fine_bins(bins, is_shifted ? *options.shifts : 1);
  std::vector<std::vector<std::size_t>> needed;
  for (std::size_t axis = 0; axis < bins.size(); ++axis) needed.push_back({bins[axis], fine[axis]});
  return std::optional<BinnedRows>(std::in_place, data, needed, options.threads, progress);
}

// The variance of an outcome over what the loss says of it: 1 if the loss knows it. Otherwise the residual deviance of
// the fit with one degree of freedom for each plateau, for the squared loss its residual variance. With many plateaus
// that says little, and the held-out error, which is never too small, bounds it.
double noise_of(const Candidate& chosen, const PathFit& fit, const CellLoss& loss) {
  if (loss.has_known_dispersion()) return 1;
  const CellTable& table = chosen.data->table();
  const auto plateaus = static_cast<double>(connect_equal_cells(table.shape, fit.beta).count);
  const double residual = chosen.data->deviance(fit.published()) / std::max(total_weight(table) - plateaus, 1.0);
  return chosen.data->folds() > 1 ? std::min(residual, chosen.selection.error) : residual;
}

// From the fit on the chosen grid to regions.
CellFit fit_regions(const Candidate& chosen, const PathFit& fit, const GridSelector& selector, const CellLoss& loss,
                    const GridPenalty& penalty, const RegionOptions& options, double noise, std::size_t threads,
                    Progress& progress) {
  CellFit result{chosen.grid, chosen.data->table(), fit.published(), fit.certificate};
  std::vector<double> smooth_weight;
  if (options.shifts > 1) {
    result.grid = selector.rows().grid(fine_bins(chosen.grid.bins_requested(), options.shifts));
    result.table = selector.table_of(result.grid, progress);
    const CellFitter fitter{penalty.make_solver, &loss};
    ShiftAverages averages = average_shifts(result.grid, result.table, chosen.grid.shape().bins, fitter,
                                            {chosen.selection.lambda}, threads, progress);
    result.values = std::move(averages.values.front());
    result.certificate = averages.certificates.front();
    smooth_weight = std::move(averages.smooth_weight);
  } else {
    for (const CellStats& cell : result.table.cells) smooth_weight.push_back(cell.weight);
  }
  make_regions(result.table, smooth_weight, loss, noise, options, result.values);
  return result;
}

// What a fit leaves, brought back from scaled outcomes to the units of the outcome.
void take_fit(Model& model, Selection selection, CellFit fit, double deviance_of_fit, const FittedLoss& loss) {
  Surface& surface = model.surfaces.front();
  SurfaceRecord& record = surface.record;
  const CellTable& table = fit.table;
  const double value_unit = loss.value_unit();
  model.record.total_weight = total_weight(table);
  record.lambda = selection.lambda * loss.lambda_unit;
  record.lambda_max = selection.lambda_max * loss.lambda_unit;
  record.cv = std::move(selection.cv);
  for (double& lambda : record.cv.lambdas) lambda *= loss.lambda_unit;
  for (double& error : record.cv.mean) error *= value_unit;
  for (double& error : record.cv.standard_error) error *= value_unit;
  for (double& error : record.cv.standard_error_of_difference) error *= value_unit;
  record.certificate = fit.certificate;
  record.certificate.objective *= value_unit;
  record.train_deviance = deviance_of_fit * value_unit;

  std::vector<double> values = fit.values;
  for (double& value : values) value = loss.scale.to_outcome(value);
  std::vector<double> in_table = fit.values;  // as the statistics of the cells measure outcomes
  for (std::size_t cell = 0; loss.of_outcomes && cell < values.size(); ++cell) {
    in_table[cell] = loss.table_scale.to_scaled(values[cell]);
  }
  record.train_rmse =
      std::sqrt(deviance(squared_loss(), table, in_table) / model.record.total_weight) * loss.table_scale.unit;
  model.record.train_rmse = record.train_rmse;
  model.record.train_deviance = record.train_deviance;
  loss.of_means->to_link(values);
  surface.beta = std::move(values);
  surface.grid = std::move(fit.grid);
  surface.cells = table.cells;
  for (CellStats& cell : surface.cells) {
    if (cell.weight <= 0) continue;
    cell.mean = loss.table_scale.to_outcome(cell.mean);
    cell.scatter *= loss.table_scale.unit * loss.table_scale.unit;
  }
}

// What the fit was asked to do.
void record_choices(FitRecord& record, const DataView& data, const FitOptions& options, const FittedLoss& loss,
                    const FoldAssignment& folds) {
  record.version = version();
  record.loss = loss.name;
  record.loss_parameter = loss.parameter;
  record.outcome = data.outcome_name;
  record.weight = data.weight_name;
  record.exposure = data.exposure_name;
  record.classes = data.classes;
  record.dropped_rows = data.dropped_rows;
  record.bins_rule = name_of(options.bins);
  record.lambda_rule = name_of(options.lambda);
  record.folds = folds.folds > 1 ? folds.folds : 0;
}

}  // namespace

Model fit_with_penalty(const DataView& given, const FitOptions& given_options, const GridPenalty& penalty,
                       Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check(given_options, given.features.size());
  progress.begin(Stage::grid);
  check(given, given_options.threads);
  FitOptions options = resolve(given_options);
  Model model;
  Surface& surface = model.surfaces.emplace_back();
  const OutcomeData outcome(given, name_of_loss(options), options.has_fractional_counts);
  const Observations observations(outcome.view(), options.weight_kind, outcome.has_trials());
  const DataView& data = observations.view();
  check_rows(given, options);
  if (options.bins_max == 0) options.bins_max = automatic_bins_max(data);
  const std::size_t axes = data.features.size();
  const std::vector<std::size_t> candidates = candidate_bins(options, observations.count());
  check_cells(options, axes, candidates);
  const BinnedRows rows(data, bins_needed(options, axes, candidates), options.threads, progress);
  const FoldOptions fold_options = {.folds = uses_cross_validation(options) ? *options.folds : 1,
                                    .seed = options.seed,
                                    .is_discrete = outcome.is_discrete(),
                                    .threads = options.threads};
  RowFolds folds{assign_folds(data, fold_options, progress), {}};
  folds.deviances = row_deviances(data, folds.assigned, outcome.loss(), progress);
  const FittedLoss loss = loss_to_fit(outcome, rows, options);

  progress.begin(Stage::gap);
  surface.record.gap = curve_of(rows, loss, candidates, options, progress);

  progress.begin(Stage::select);
  // Any lambda beyond the cap is far above lambda_max, whatever the data.
  const double fixed_lambda = std::min(options.fixed_lambda / loss.lambda_unit, 1e200);
  SelectOptions select_options = {options.lambda,  observations.count(), fixed_lambda,
                                  options.lambdas, options.lambda_ratio, options.threads};
  if (options.relax_by_cv) select_options.relaxations = {0, 0.25, 0.5, 0.75, 1};
  const bool is_by_cv = options.bins == BinsRule::cv && !surface.record.gap.bins.empty();
  const bool wants_regions = has_regions(options);
  Candidate chosen;
  if (is_by_cv) {
    chosen = GridSelector(rows, folds, loss, penalty, select_options).best_by_cv(surface.record.gap.bins, progress);
  }
  const std::vector<std::size_t> bins =
      is_by_cv ? chosen.grid.bins_requested() : bins_by_rule(surface.record.gap, options, axes, observations.count());
  const std::optional<BinnedRows> finer_rows = rows_for(data, bins, wants_regions, options, progress);
  const GridSelector selector(finer_rows ? *finer_rows : rows, folds, loss, penalty, select_options);
  if (!is_by_cv) chosen = selector.at(bins, progress);

  progress.begin(Stage::solve);
  const PathFit solved = chosen.data->solver_for_all()->solve(chosen.selection.lambda);
  const std::optional<NeedlessFeature> needless =
      find_needless_feature(data, folds, loss, penalty, select_options, options, chosen.selection.error, progress);
  record_choices(model.record, data, options, loss, folds.assigned);
  surface.record.input_hash = hexadecimal_text(folds.assigned.content_hash);
  model.record.method = penalty.method;
  model.record.empty_cell_rule = loss.of_outcomes ? nearest_to_constant_rule : penalty.empty_cell_rule;
  model.record.rows = given.rows();
  record_observations(observations, model.record);
  const Grid asked_for = chosen.grid;
  if (wants_regions) {
    RegionOptions how = region_options(options);
    if (how.relax_by_cv) how.relax = chosen.selection.relax;
    const double noise = noise_of(chosen, solved, *loss.of_means);
    const double noise_unit = loss.scale.unit * loss.scale.unit;
    surface.record.regions = RegionRecord{
        how.shifts, how.relax, how.border, chosen.grid.bins_requested(), chosen.grid.shape().bins, noise * noise_unit};
    CellFit regions =
        fit_regions(chosen, solved, selector, *loss.of_means, penalty, how, noise, options.threads, progress);
    const double of_regions = deviance(*loss.of_means, regions.table, regions.values);
    take_fit(model, std::move(chosen.selection), std::move(regions), of_regions, loss);
  } else {
    const double of_cells = chosen.data->deviance(solved.published());
    CellFit cells{std::move(chosen.grid), chosen.data->table(), solved.published(), solved.certificate};
    take_fit(model, std::move(chosen.selection), std::move(cells), of_cells, loss);
  }
  if (options.lambda == LambdaRule::fixed) surface.record.lambda = options.fixed_lambda;
  find_regions(surface, model.record.loss);
  model.record.options = recorded_options(resolve(given_options));
  model.record.notes = outcome.notes();
  model.record.notes.insert(model.record.notes.end(), observations.notes().begin(), observations.notes().end());
  add_fit_notes(options, asked_for, model);
  if (needless) {
    model.record.notes.push_back("leaving out feature '" + surface.grid.axes[needless->number].name +
                                 "' lowers the error on held-out rows by " +
                                 number_text(std::round(100 * needless->lower_by)) +
                                 " % (measured before cells are joined to regions): fit without it");
  }
  return model;
}

GridSolverMaker tv_solver_maker(const FitOptions& options) {
  return [is_metric = options.edges == EdgeRule::metric, empty_cells = resolve(options).empty_cells.value()](
             const Grid& grid, const CellTable& table, const CellLoss& loss) {
    GridTopology topology{table.shape};
    if (is_metric) topology.edge_weights = metric_edge_weights(grid);
    return make_tv_solver({std::move(topology), cell_statistics(table, loss), empty_cells});
  };
}

Model fit_gaptv(const DataView& data, const FitOptions& options, Progress* progress) {
  if (is_for_classes(data, options)) return fit_classes(data, options, progress);
  const GridPenalty total_variation{"gaptv", tv_solver_maker(options),
                                    std::string(name_of(*resolve(options).empty_cells))};
  return fit_with_penalty(data, options, total_variation, progress);
}

}  // namespace gaptv
