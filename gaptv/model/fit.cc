// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "gaptv/base/number_text.h"
#include "gaptv/base/version.h"
#include "gaptv/data/observations.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/axis_bins.h"
#include "gaptv/model/feature_check.h"
#include "gaptv/model/fit_classes.h"
#include "gaptv/model/fit_notes.h"
#include "gaptv/model/fit_steps.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/grid_selection.h"
#include "gaptv/model/nested_held_out.h"
#include "gaptv/model/option_table.h"
#include "gaptv/model/row_source.h"
#include "gaptv/tv/cell_problem.h"
#include "gaptv/tv/total_variation.h"

namespace gaptv {
namespace {

void bring_to_units_of_outcome(HeldOut& held_out, double unit) {
  for (double* const error : {&held_out.error, &held_out.standard_error, &held_out.error_of_one}) *error *= unit;
  for (double& error : held_out.path.error) error *= unit;
  for (double& error : held_out.path.standard_error) error *= unit;
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
  if (record.axis_bins) {
    for (double& error : record.axis_bins->error) error *= value_unit;
    for (double& error : record.axis_bins->standard_error_of_difference) error *= value_unit;
  }
  for (double& lambda : record.cv.lambdas) lambda *= loss.lambda_unit;
  for (double& error : record.cv.mean) error *= value_unit;
  for (double& error : record.cv.standard_error) error *= value_unit;
  for (double& error : record.cv.standard_error_of_difference) error *= value_unit;
  record.certificate = fit.certificate;
  record.certificate.objective *= value_unit;
  record.train_deviance = deviance_of_fit * value_unit;
  if (record.held_out) bring_to_units_of_outcome(*record.held_out, value_unit);

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

// What the fit was asked to do, and to which rows.
void record_choices(FitRecord& record, const SourceSummary& summary, const FitOptions& options,
                    const FittedLoss& loss) {
  record.version = version();
  record.loss = loss.name;
  record.loss_parameter = loss.parameter;
  record.outcome = summary.outcome_name;
  record.weight = summary.weight_name;
  record.exposure = summary.exposure_name;
  record.classes = summary.classes;
  record.rows = summary.rows;
  record.dropped_rows = summary.dropped_rows;
  record.reading = summary.reading;
  if (summary.weight_kind != WeightKind::automatic) record.weight_kind = name_of(summary.weight_kind);
  record.observations = summary.observations;
  record.bins_rule = name_of(options.bins);
  record.lambda_rule = name_of(options.lambda);
  record.folds = summary.folds > 1 ? summary.folds : 0;
}

void append(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  notes.insert(notes.end(), more.begin(), more.end());
}

void note_needless_feature(const std::optional<NeedlessFeature>& needless, const SourceSummary& summary,
                           std::vector<std::string>& notes) {
  if (!needless) return;
  notes.push_back("leaving out feature '" + summary.feature_names[needless->number] +
                  "' lowers the error on held-out rows by " + number_text(std::round(100 * needless->lower_by)) +
                  " % (measured before cells are joined to regions): fit without it");
}

}  // namespace

Model fit_source(const TableSource& source, const FitOptions& resolved, const GridPenalty& penalty,
                 Progress& progress) {
  const FitPlan plan = plan_fit(source, resolved);
  BinsChoice choice = choose_bins_per_axis(source, plan, penalty.make_solver, progress);
  const FittedLoss& loss = choice.loss;

  progress.begin(Stage::select);
  const SelectOptions select = select_options(source, plan, loss);
  Candidate chosen = choose_penalty(source, plan, select, penalty, choice, progress);

  progress.begin(Stage::solve);
  const std::optional<NeedlessFeature> needless =
      find_needless_feature(source, loss, penalty, select, plan.options, chosen.selection.error, progress);
  FinalFit final_fit = make_final_fit(source, chosen, plan, choice, penalty, progress);

  Model model;
  Surface& surface = model.surfaces.emplace_back();
  model.record.options = recorded_options(resolved);
  record_choices(model.record, source.summary(), plan.options, loss);
  model.record.method = penalty.method;
  model.record.empty_cell_rule = loss.of_outcomes ? nearest_to_constant_rule : penalty.empty_cell_rule;
  surface.record.input_hash = hexadecimal_text(source.summary().content_hash);
  surface.record.gap = std::move(choice.gap);
  surface.record.axis_bins = std::move(choice.search);
  surface.record.regions = std::move(final_fit.regions);
  surface.record.held_out = std::move(final_fit.held_out);
  surface.rows = std::move(final_fit.rows);
  take_fit(model, std::move(chosen.selection), std::move(final_fit.cells), final_fit.deviance, loss);
  if (plan.options.lambda == LambdaRule::fixed) surface.record.lambda = plan.options.fixed_lambda;
  find_regions(surface, model.record.loss);
  model.record.notes = source.summary().notes;
  add_fit_notes(plan.options, chosen.grid, model);
  note_mask(plan.options, surface, model.record.notes);
  append(model.record.notes, choice.tables->notes_on(surface.grid));
  if (surface.record.axis_bins) {
    append(model.record.notes, notes_on_axis_bins(*surface.record.axis_bins, source.summary()));
  }
  note_needless_feature(needless, source.summary(), model.record.notes);
  if (resolved.held_out == HeldOutRule::nested && source.summary().folds > 1) {
    surface.record.held_out = measure_nested(source, resolved, penalty, model, progress);
  }
  return model;
}

Model fit_with_penalty(const DataView& data, const FitOptions& given_options, const GridPenalty& penalty,
                       Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check(given_options, data.features.size());
  progress.begin(Stage::grid);
  check(data, given_options.threads);
  const FitOptions options = resolve(given_options);
  return fit_source(RowSource(data, options, progress), options, penalty, progress);
}

GridSolverMaker tv_solver_maker(const FitOptions& options) {
  return [is_metric = options.edges == EdgeRule::metric, empty_cells = resolve(options).empty_cells.value()](
             const Grid& grid, const CellTable& table, const CellLoss& loss) {
    GridTopology topology{table.shape};
    topology.left_out = grid.left_out;
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
