// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/grid_selection.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gaptv/select/bins_search.h"
#include "gaptv/select/cell_folds.h"
#include "gaptv/select/sample_folds.h"

namespace gaptv {

Candidate GridSelector::at(const std::vector<std::size_t>& bins, Progress& progress) const {
  Candidate candidate{tables_.grid(bins), nullptr, {}};
  candidate.data = tabulate(candidate.grid, progress);
  candidate.selection = select_lambda(*candidate.data, options_, progress);
  return candidate;
}

Candidate GridSelector::best_by_cv(const std::vector<std::size_t>& bins, std::size_t axes, Progress& progress) const {
  Candidate best;
  double tried = 0;
  // As many cells as observations.
  const double enough = std::pow(options_.observations, 1 / static_cast<double>(axes));
  search_bins(bins, enough, [&](std::size_t count) {
    WithoutStages quiet(progress);
    Candidate next = at(std::vector<std::size_t>(axes, count), quiet);
    const double error = next.selection.error;
    if (tried == 0 || error < best.selection.error) best = std::move(next);
    tried += 1;
    progress.advance(tried / (tried + 4));  // how many there will be is not known
    return error;
  });
  return best;
}

std::unique_ptr<FoldedData> GridSelector::tabulate(Grid& grid, Progress& progress) const {
  if (loss_.of_outcomes) {
    CellTable table = tables_.counted_table(grid);
    grid.left_out = apply_mask(mask_, grid, table).left_out;
    return std::make_unique<SampleFolds>(std::move(table), tables_.sample_folds(grid, loss_.scale, loss_.base),
                                         loss_.of_outcomes, grid.left_out);
  }
  std::vector<CellTable> folds = tables_.fold_tables(grid, progress);
  if (mask_.rule != CellMask::Rule::none) grid.left_out = apply_mask(mask_, grid, merge_all(folds)).left_out;
  return std::make_unique<CellFolds>(
      std::move(folds), *loss_.of_means,
      [&make_solver = penalty_.make_solver, grid](const CellTable& table, const CellLoss& loss) {
        return make_solver(grid, table, loss);
      },
      grid.left_out);
}

std::vector<std::vector<std::size_t>> bins_needed(const FitOptions& options, std::size_t axes,
                                                  const std::vector<std::size_t>& candidates) {
  std::vector<std::vector<std::size_t>> needed(axes, candidates);
  if (options.bins == BinsRule::fixed) {
    const std::vector<std::size_t> fixed = bins_per_axis(options, axes);
    for (std::size_t axis = 0; axis < axes; ++axis) needed[axis].push_back(fixed[axis]);
  }
  return needed;
}

GapOptions gap_options(const TableSource& source, const CutTables& tables, const FittedLoss& loss,
                       const std::vector<std::size_t>& candidates, const FitOptions& options) {
  const GapFormula formula =
      options.bins == BinsRule::gap_printed ? GapFormula::as_printed : GapFormula::mean_pair_distance;
  return {candidates, formula, gap_reference(loss, source, tables, options.seed), options.threads};
}

std::vector<std::size_t> bins_by_rule(const GapCurve& gap, const FitOptions& options, std::size_t axes,
                                      double observations) {
  if (options.bins == BinsRule::fixed) return bins_per_axis(options, axes);
  if (gap.bins.empty()) return std::vector<std::size_t>(axes, 1);
  // With three features as many cells more as with two: their number decides about the time.
  const double per_axis = axes > 2 ? std::pow(*options.finer, 2.0 / static_cast<double>(axes)) : *options.finer;
  const double finer = std::round(per_axis * static_cast<double>(choose_bins(gap)));
  return std::vector<std::size_t>(axes, static_cast<std::size_t>(std::clamp(finer, 1.0, std::max(observations, 1.0))));
}

}  // namespace gaptv
