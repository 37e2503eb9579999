// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit_steps.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {
namespace {

// Weights may stand for more rows, or be all there is: with them folds without rows are passed over.
void check_rows(const SourceSummary& summary) {
  if (summary.folds <= 1 || summary.rows >= summary.folds || summary.has_weights) return;
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
CellFit fit_regions(const Candidate& chosen, CellFit result, const BinsChoice& choice, const GridPenalty& penalty,
                    const RegionOptions& options, double noise, std::size_t threads, Progress& progress) {
  const CellLoss& loss = *choice.loss.of_means;
  std::vector<double> smooth_weight;
  if (options.shifts > 1) {
    result.grid = choice.tables->grid(fine_bins(chosen.grid.bins_requested(), options.shifts));
    result.table = merge_all(choice.tables->fold_tables(result.grid, progress));
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

}  // namespace

bool FitPlan::wants_regions() const {
  return *options.shifts > 1 || options.relax.value_or(0) > 0 || options.relax_by_cv || *options.border > 0;
}

FitPlan plan_fit(const TableSource& source, FitOptions options) {
  const SourceSummary& summary = source.summary();
  check_rows(summary);
  if (options.bins_max == 0) options.bins_max = source.automatic_bins_max();
  std::vector<std::size_t> candidates = candidate_bins(options, summary.observations);
  FitPlan plan{std::move(options), std::move(candidates)};
  check_cells(plan, summary.dimensions());
  return plan;
}

BinsChoice choose_bins_per_axis(const TableSource& source, const FitPlan& plan, Progress& progress) {
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
  if (options.relax_by_cv) select.relaxations = {0, 0.25, 0.5, 0.75, 1};
  return select;
}

Candidate choose_penalty(const TableSource& source, const FitPlan& plan, const SelectOptions& select,
                         const GridPenalty& penalty, BinsChoice& choice, Progress& progress) {
  Candidate chosen;
  if (plan.chooses_bins_by_cv()) {
    chosen = GridSelector(*choice.tables, choice.loss, penalty, select)
                 .best_by_cv(choice.gap.bins, source.summary().dimensions(), progress);
    choice.bins = chosen.grid.bins_requested();
  }
  // Rows in memory are located a second time here. To locate them once would take the quantiles of every finer grid
  // that the gap statistic might lead to, many thousands an axis, and a larger table for the statistic itself.
  if (const auto finer = find_finer_bins(plan, choice.bins)) choice.tables = source.cut(*finer, progress);
  if (!plan.chooses_bins_by_cv()) {
    chosen = GridSelector(*choice.tables, choice.loss, penalty, select).at(choice.bins, progress);
  }
  return chosen;
}

FinalFit make_final_fit(const Candidate& chosen, const FitPlan& plan, const BinsChoice& choice,
                        const GridPenalty& penalty, Progress& progress) {
  const PathFit solved = chosen.data->solver_for_all()->solve(chosen.selection.lambda);
  CellFit cells{chosen.grid, chosen.data->table(), solved.published(), solved.certificate};
  if (!plan.wants_regions()) {
    const double deviance_of_cells = chosen.data->deviance(cells.values);
    return {std::move(cells), deviance_of_cells, std::nullopt};
  }
  RegionOptions how = region_options(plan.options);
  if (how.relax_by_cv) how.relax = chosen.selection.relax;
  const double noise = noise_of(chosen, solved, *choice.loss.of_means);
  const double noise_unit = choice.loss.scale.unit * choice.loss.scale.unit;
  const RegionRecord record{
      how.shifts, how.relax, how.border, chosen.grid.bins_requested(), chosen.grid.shape().bins, noise * noise_unit};
  cells = fit_regions(chosen, std::move(cells), choice, penalty, how, noise, plan.options.threads, progress);
  const double deviance_of_regions = deviance(*choice.loss.of_means, cells.table, cells.values);
  return {std::move(cells), deviance_of_regions, record};
}

}  // namespace gaptv
