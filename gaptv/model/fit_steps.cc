// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_steps.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/axis_bins.h"
#include "gaptv/model/row_source.h"
#include "gaptv/regions/region_noise.h"
#include "gaptv/regions/region_recipe.h"
#include "gaptv/select/held_out_fit.h"

namespace gaptv {
namespace {

// Weights may stand for more rows, or be all there is: with them folds without rows are passed over.
void check_rows(const SourceSummary& summary, const FitOptions& options) {
  if (!chooses_by_folds(options) || summary.rows >= summary.folds || summary.has_weights) return;
  throw InvalidInput(std::to_string(summary.rows) + " rows are fewer than the " + std::to_string(summary.folds) +
                     " folds of the cross-validation; use fewer folds (`folds`) or another rule for lambda "
                     "(`lambda=aic`, bic or a number)");
}

// Refuses grids that would not fit into memory, before any work is done.
void check_cells(const FitPlan& plan, std::size_t axes) {
  double cells = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    cells *= static_cast<double>(plan.options.bins == BinsRule::fixed ? bins_per_axis(plan.options, axes)[axis]
                                 : plan.candidates.empty()            ? 1
                                                                      : plan.candidates.back());
  }
  if (cells <= most_cells) return;
  throw InvalidInput("a grid of " + std::to_string(static_cast<std::size_t>(cells)) +
                     " cells is more than the 20 million that are allowed; ask for fewer bins (`bins`, `bins_max`)");
}

// Pearson's statistic of all rows: their squared distances from the fitted means, over what the loss says of them.
double pearson_of_rows(const CellTable& table, const std::vector<double>& fitted, const CellLoss& loss) {
  double sum = 0;
  for (std::size_t cell = 0; cell < fitted.size(); ++cell) {
    const CellStats& stats = table.cells[cell];
    if (stats.weight <= 0) continue;
    const double distance = stats.mean - fitted[cell];
    sum += (stats.scatter + stats.weight * distance * distance) / loss.variance(fitted[cell]);
  }
  return sum;
}

// What the fit leaves unexplained of an outcome, over what the loss says of its variance, with one degree of freedom
// for each plateau. For counts that is Pearson's statistic, as their deviance is not known to be 1 on average where
// rates are small; for the squared loss its residual variance. With many plateaus the deviance says little, and the
// held-out error, which is never too small, bounds it.
double residual_noise(const Candidate& chosen, const PathFit& fit, const CellLoss& loss, double observations) {
  const CellTable& table = chosen.data->table();
  const auto plateaus = static_cast<double>(connect_equal_cells(table.shape, fit.beta, chosen.data->left_out()).count);
  if (loss.has_known_dispersion()) {
    return pearson_of_rows(table, fit.published(), loss) / std::max(observations - plateaus, 1.0);
  }
  const double residual = chosen.data->deviance(fit.published()) / std::max(total_weight(table) - plateaus, 1.0);
  return chosen.selection.cv.mean.empty() ? residual : std::min(residual, chosen.selection.error);
}

// Counts the rows in each cell. With exposures the weight of a cell is none of rows.
std::vector<double> count_rows_in_cells(const CutTables& tables, const Grid& grid, const CellTable& table,
                                        bool has_exposure) {
  std::vector<double> rows;
  const CellTable counted = has_exposure ? tables.counted_table(grid) : CellTable();
  const CellTable& counts = has_exposure ? counted : table;
  rows.reserve(counts.cells.size());
  for (const CellStats& cell : counts.cells) rows.push_back(cell.weight);
  return rows;
}

void check_min_rows(double min_rows, const std::vector<double>& rows) {
  const double all = std::accumulate(rows.begin(), rows.end(), 0.0);
  if (min_rows <= all) return;
  throw InvalidInput("no region can have the " + number_text(min_rows) + " rows that `min_rows` asks for: there are " +
                     number_text(all) + " in all; ask for fewer");
}

// Decides how many regions there are, with their held-out error if it is measured.
std::size_t decide_number_of_regions(const RegionRecipe& recipe, const JoinableCells& cells,
                                     const std::vector<CellTable>& folds, const FitPlan& plan,
                                     std::optional<HeldOut>& held_out, Progress& progress) {
  const RegionsChoice& choice = recipe.options.regions;
  const std::size_t worth = count_worth_their_price(cells, *recipe.fitter.loss, recipe.prices());
  const bool is_measured = plan.options.held_out == HeldOutRule::recipe || choice.needs_held_out_error();
  if (!is_measured || folds.size() < 2) {
    if (choice.needs_held_out_error()) {
      throw InvalidInput(
          "`regions` chooses by the error on held-out rows, for which there is one fold only; say how "
          "many regions there are to be");
    }
    return choice.rule == RegionsRule::at_most ? choice.at_most : worth;
  }
  HeldOutRecipe measured = measure_recipe(recipe, folds, counts_to_measure(cells.path), plan.options.threads, progress);
  held_out = HeldOut{"recipe",
                     folds.size(),
                     measured.error,
                     measured.standard_error,
                     measured.error_of_one,
                     std::move(measured.curve)};
  if (choice.rule == RegionsRule::automatic) return worth;
  const HeldOutCurve& curve = held_out->path;
  const std::size_t count = choice.rule == RegionsRule::at_most
                                ? std::min(choice.at_most, cells.path.most_regions())
                                : choose_on_curve(curve, choice, recipe.fitter.loss->is_squared());
  // Between two numbers that were measured, the larger one is nearer to what there is.
  const auto at = std::ranges::lower_bound(curve.regions, count) - curve.regions.begin();
  held_out->error = curve.error[static_cast<std::size_t>(at)];
  held_out->standard_error = curve.standard_error[static_cast<std::size_t>(at)];
  return count;
}

// Measures the error on held-out rows of fits whose cells are not joined.
std::optional<HeldOut> measure_plain_fit(const Candidate& chosen, const FitPlan& plan, Progress& progress) {
  if (plan.options.held_out != HeldOutRule::recipe || chosen.data->folds() < 2) return std::nullopt;
  const PlainHeldOut measured =
      measure_held_out_fit(*chosen.data, chosen.selection.lambda, plan.options.threads, progress);
  return HeldOut{"recipe", chosen.data->folds(), measured.error, measured.standard_error, measured.error_of_one, {}};
}

}  // namespace

bool FitPlan::wants_regions() const {
  const RegionOptions how = region_options(options);
  return how.shifts > 1 || how.relax > 0 || how.relax_by_cv || how.joins();
}

FitPlan plan_fit(const TableSource& source, FitOptions options) {
  const SourceSummary& summary = source.summary();
  check_rows(summary, options);
  if (options.bins_max == 0) options.bins_max = source.automatic_bins_max();
  std::vector<std::size_t> candidates = candidate_bins(options, summary.observations);
  FitPlan plan{std::move(options), std::move(candidates)};
  check_cells(plan, summary.dimensions());
  return plan;
}

BinsChoice choose_bins_per_axis(const TableSource& source, const FitPlan& plan, const GridSolverMaker& make_solver,
                                Progress& progress) {
  const std::size_t axes = source.summary().dimensions();
  BinsChoice choice;
  choice.tables = source.cut(bins_needed(plan.options, axes, plan.candidates), progress);
  choice.loss = loss_to_fit(source, *choice.tables, plan.options);
  progress.begin(Stage::gap);
  const GapOptions ask = gap_options(source, *choice.tables, choice.loss, plan.candidates, plan.options);
  choice.gap_sums = choice.tables->sum_within_candidates(ask, progress);
  choice.gap = gap_curve(choice.gap_sums, choice.loss.table_scale.unit, ask);
  if (!plan.chooses_bins_by_cv()) {
    choice.bins = bins_by_rule(choice.gap, plan.options, axes, source.summary().observations);
  }
  if (!choice.bins.empty() && gives_axes_own_bins(source.summary(), plan.options)) {
    choice.search = search_axis_bins(source, choice.bins, choice.loss, make_solver, plan.options, progress);
    choice.bins = choice.search->chosen;
  }
  return choice;
}

std::optional<std::vector<std::vector<std::size_t>>> find_finer_bins(const FitPlan& plan,
                                                                     const std::vector<std::size_t>& bins) {
  const bool is_shifted = plan.wants_regions() && *plan.options.shifts > 1;
  if (!is_shifted && (*plan.options.finer == 1 || plan.options.bins == BinsRule::fixed)) return std::nullopt;
  const std::vector<std::size_t> fine = fine_bins(bins, is_shifted ? *plan.options.shifts : 1);
  std::vector<std::vector<std::size_t>> needed;
  for (std::size_t axis = 0; axis < bins.size(); ++axis) needed.push_back({bins[axis], fine[axis]});
  return needed;
}

SelectOptions select_options(const TableSource& source, const FitPlan& plan, const FittedLoss& loss) {
  const FitOptions& options = plan.options;
  // Any lambda beyond the cap is far above lambda_max, whatever the data.
  const double fixed_lambda = std::min(options.fixed_lambda / loss.lambda_unit, 1e200);
  SelectOptions select = {options.lambda,  source.summary().observations, fixed_lambda,
                          options.lambdas, options.lambda_ratio,          options.threads};
  select.has_cv = chooses_by_folds(options);
  if (options.relax_by_cv) select.relaxations = {0, 0.25, 0.5, 0.75, 1};
  return select;
}

Candidate choose_penalty(const TableSource& source, const FitPlan& plan, const SelectOptions& select,
                         const GridPenalty& penalty, BinsChoice& choice, Progress& progress) {
  Candidate chosen;
  if (plan.chooses_bins_by_cv()) {
    chosen = GridSelector(*choice.tables, choice.loss, penalty, select, plan.options.mask)
                 .best_by_cv(choice.gap.bins, source.summary().dimensions(), progress);
    choice.bins = chosen.grid.bins_requested();
  }
  // Rows in memory are located a second time here. To locate them once would take the quantiles of every finer grid
  // that the gap statistic might lead to, many thousands an axis, and a larger table for the statistic itself.
  if (const auto finer = find_finer_bins(plan, choice.bins)) choice.tables = source.cut(*finer, progress);
  if (!plan.chooses_bins_by_cv()) {
    chosen = GridSelector(*choice.tables, choice.loss, penalty, select, plan.options.mask).at(choice.bins, progress);
  }
  return chosen;
}

FinalFit make_final_fit(const TableSource& source, const Candidate& chosen, const FitPlan& plan,
                        const BinsChoice& choice, const GridPenalty& penalty, Progress& progress) {
  const PathFit solved = chosen.data->solver_for_all()->solve(chosen.selection.lambda);
  const bool has_exposure = !source.summary().exposure_name.empty();
  if (!plan.wants_regions()) {
    FinalFit plain{{chosen.grid, chosen.data->table(), solved.published(), solved.certificate}};
    fill_left_out(chosen.grid, plain.cells.values);
    plain.deviance = chosen.data->deviance(plain.cells.values);
    plain.held_out = measure_plain_fit(chosen, plan, progress);
    if (has_exposure) plain.rows = count_rows_in_cells(*choice.tables, chosen.grid, plain.cells.table, true);
    return plain;
  }
  const CellLoss& loss = *choice.loss.of_means;
  Grid fine = choice.tables->grid(fine_bins(chosen.grid.bins_requested(), *plan.options.shifts));
  const std::vector<CellTable> folds = choice.tables->fold_tables(fine, progress);
  CellTable table = merge_all(folds);
  fine.left_out = apply_mask(plan.options.mask, fine, table).left_out;
  RegionRecipe recipe{fine,
                      chosen.grid.shape().bins,
                      {penalty.make_solver, &loss},
                      region_options(plan.options),
                      1,
                      chosen.selection.lambda,
                      count_rows_in_cells(*choice.tables, fine, table, has_exposure)};
  if (recipe.options.relax_by_cv) recipe.options.relax = chosen.selection.relax;
  check_min_rows(recipe.options.min_rows, recipe.rows);
  const FittedJoinable fitted = fit_joinable(recipe, table, recipe.lambda, plan.options.threads, progress);
  recipe.noise = choose_noise(residual_noise(chosen, solved, loss, source.summary().observations), folds,
                              fitted.cells.values, loss);

  FinalFit result;
  const std::size_t count = recipe.options.joins()
                                ? decide_number_of_regions(recipe, fitted.cells, folds, plan, result.held_out, progress)
                                : fitted.cells.path.start().count;
  std::vector<double> of_cells = value_cells(recipe, fitted.cells, table, count);
  const double noise_unit = choice.loss.scale.unit * choice.loss.scale.unit;
  result.regions = RegionRecord{recipe.options.shifts,        recipe.options.relax,     recipe.options.border,
                                chosen.grid.bins_requested(), chosen.grid.shape().bins, recipe.noise * noise_unit};
  result.deviance = deviance(loss, table, of_cells);
  if (has_exposure) result.rows = std::move(recipe.rows);
  result.cells = {fine, std::move(table), std::move(of_cells), fitted.certificate};
  return result;
}

}  // namespace gaptv
