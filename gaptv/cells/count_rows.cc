// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/cells/counted_cells.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/model/feature_check.h"
#include "gaptv/model/fit_steps.h"
#include "gaptv/model/row_source.h"

namespace gaptv {
namespace {

// Counts rows into cells of which most are empty.
class CellCounter {
 public:
  void add(std::uint64_t cell, double value, double weight) { cells_[cell].add(value, weight); }
  CountedCells take() {
    CountedCells list;
    list.reserve(cells_.size());
    for (const auto& [number, stats] : cells_) list.push_back({number, stats});
    cells_.clear();
    std::ranges::sort(list, {}, &CountedCell::number);
    return list;
  }

 private:
  std::unordered_map<std::uint64_t, CellStats> cells_;
};

// Counts the rows on all edges of the axes: fold by fold, and with exposures all together.
void count_cells(const RowSource& source, CountedRows& counted, Progress& progress) {
  const DataView& data = source.view();
  const FoldAssignment& folds = source.folds();
  const Shape shape = counted.shape();
  std::vector<BinLocator> locators;
  for (const CountedAxis& axis : counted.axes) locators.emplace_back(axis.edges);
  std::vector<CellCounter> of_folds(folds.folds);
  CellCounter of_copies;
  constexpr std::size_t rows_between_checks = 65536;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (row % rows_between_checks == 0) progress.check();
    std::uint64_t cell = 0;
    for (std::size_t axis = 0; axis < locators.size(); ++axis) {
      cell = cell * shape.bins[axis] + locators[axis].bin_of(data.features[axis][row]);
    }
    const double value = counted.summary.scale.to_scaled(data.outcome[row]);
    const double weight = data.weight_of(row);
    for (std::size_t fold = 0; fold < folds.folds; ++fold) {
      const double part = folds.weight_in_fold(row, weight, fold);
      if (part > 0) of_folds[fold].add(cell, value, part * data.exposure_of(row));
    }
    if (!data.exposure.empty()) of_copies.add(cell, value, weight);
  }
  counted.copies = of_copies.take();
  if (!counted.folds.empty()) return;  // counted exactly already
  for (CellCounter& fold : of_folds) counted.folds.push_back(fold.take());
}

// Which numbers of bins the edges must serve, per axis: first those of the grid, then its parts where it is shifted.
using BinsOfAxes = std::vector<std::vector<std::size_t>>;

// Takes the edges of those numbers of bins into the axes. On axes that have edges already, these stay where they are.
void add_grids(const CutTables& tables, const BinsOfAxes& bins, std::vector<CountedAxis>& axes) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    for (const std::size_t count : bins[axis]) {
      if (axes[axis].find_grid(count) != nullptr) continue;
      std::vector<std::size_t> asked(axes.size());
      for (std::size_t j = 0; j < axes.size(); ++j) asked[j] = j == axis ? count : bins[j].front();
      const std::vector<double> edges = tables.grid(asked).axes[axis].edges;
      std::vector<double> all;
      std::ranges::set_union(axes[axis].edges, edges, std::back_inserter(all));
      const auto place_of = [&all](double edge) {
        return static_cast<std::size_t>(std::ranges::lower_bound(all, edge) - all.begin());
      };
      for (KnownGrid& grid : axes[axis].grids) {
        for (std::size_t& place : grid.edges) place = place_of(axes[axis].edges[place]);
      }
      KnownGrid known{count, {}};
      for (const double edge : edges) known.edges.push_back(place_of(edge));
      axes[axis].edges = std::move(all);
      axes[axis].grids.push_back(std::move(known));
    }
  }
}

// What does not depend on the edges.
CountedRows describe_rows(const RowSource& source, const FitOptions& options) {
  CountedRows counted;
  counted.summary = source.summary();
  counted.seed = options.seed;
  counted.fold_scales = source.folds().scales;
  counted.bins_max = source.automatic_bins_max();
  counted.deviances = source.deviances();
  NullSample null = source.null_sample(options.seed);
  counted.mean_outcome = null.mean;
  counted.exposures = std::move(null.exposure);
  return counted;
}

// Takes the edges of the grids with one feature less, which a fit of three features looks at.
void add_grids_without_a_feature(const RowSource& source, const FitPlan& plan, const FittedLoss& loss,
                                 std::vector<CountedAxis>& axes, Progress& progress) {
  if (!looks_for_needless_feature(source.summary(), plan.options)) return;
  BinsOfAxes bins(axes.size());
  for (std::size_t feature = 0; feature < axes.size(); ++feature) {
    const std::vector<std::size_t> chosen =
        choose_bins_without(*source.leave_out(feature), loss, plan.options, progress);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      if (axis != feature) bins[axis].push_back(chosen[axis < feature ? axis : axis - 1]);
    }
  }
  add_grids(*source.cut(bins, progress), bins, axes);
}

void name_axes(const Grid& grid, std::vector<CountedAxis>& axes) {
  for (const Axis& axis : grid.axes) axes.push_back({axis.name, {}, axis.lowest, axis.highest, {}});
}

bool is_cut_at_all_edges(const Grid& grid, const std::vector<CountedAxis>& axes) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (grid.axes[axis].edges != axes[axis].edges) return false;
  }
  return true;
}

std::vector<CountedCells> count_exactly(const CutTables& tables, const Grid& grid, Progress& progress) {
  std::vector<CountedCells> folds;
  for (const CellTable& table : tables.fold_tables(grid, progress)) folds.push_back(list_occupied(table));
  return folds;
}

// Counts the grids that the fit will ask for as it would count them itself, so that no bit is lost.
void count_grids_of_fit(const CutTables& tables, const BinsOfAxes& bins, CountedRows& counted, Progress& progress) {
  const std::size_t grids = bins.front().size();
  for (std::size_t i = 0; i < grids; ++i) {
    std::vector<std::size_t> asked;
    for (const std::vector<std::size_t>& of_axis : bins) asked.push_back(of_axis[i]);
    const Grid grid = tables.grid(asked);
    if (is_cut_at_all_edges(grid, counted.axes)) {
      counted.folds = count_exactly(tables, grid, progress);
    } else if (std::ranges::find(counted.exact_tables, asked, &ExactTable::bins) == counted.exact_tables.end()) {
      counted.exact_tables.push_back({asked, count_exactly(tables, grid, progress)});
    }
  }
}

std::string name_of_folds(std::size_t folds) {
  return folds > 1 ? std::to_string(folds) + " folds" : "no folds";
}

}  // namespace

void check_needs_cells_only(const FitOptions& options) {
  if (has_loss_of_outcomes(options)) {
    throw InvalidInput("the loss " + (options.own_loss ? "of your own" : options.loss) +
                       " needs every single outcome, and here rows are only counted into cells; fit the rows "
                       "themselves in memory, or use a loss of means (`loss=gaussian`)");
  }
  if (options.method != "gaptv") {
    throw InvalidInput(
        "the method " + options.method +
        " is fitted to rows, and here they are only counted into cells; fit the rows themselves in memory, or use "
        "`method=gaptv`");
  }
  if (is_one_vs_rest(options.loss)) {
    throw InvalidInput(
        "cells are counted for one outcome, and the loss one-vs-rest has one for each class; fit the rows themselves "
        "in "
        "memory, or count each class by itself, with an outcome of 0 and 1");
  }
}

CountedRows count_rows(const DataView& data, const FitOptions& given, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, data.features.size());
  progress.begin(Stage::grid);
  check(data, given.threads);
  const RowSource source(data, resolve(given), progress);
  const FitPlan plan = plan_fit(source, resolve(given));
  BinsChoice choice = choose_bins_per_axis(source, plan, progress);

  CountedRows counted = describe_rows(source, plan.options);
  const std::size_t axes = data.features.size();
  name_axes(choice.tables->grid(plan.candidates.empty() || plan.options.bins == BinsRule::fixed
                                    ? choice.bins
                                    : std::vector(axes, plan.candidates.front())),
            counted.axes);
  if (plan.options.bins != BinsRule::fixed && !plan.candidates.empty()) {
    add_grids(*choice.tables, BinsOfAxes(axes, plan.candidates), counted.axes);
  }
  counted.exact_gap = {
      plan.options.bins == BinsRule::gap_printed ? GapFormula::as_printed : GapFormula::mean_pair_distance,
      plan.candidates, choice.gap_sums};
  if (!choice.bins.empty()) {
    BinsOfAxes bins;
    for (const std::size_t count : choice.bins) bins.push_back({count});
    if (auto finer = find_finer_bins(plan, choice.bins)) {
      bins = std::move(*finer);
      choice.tables = source.cut(bins, progress);
    }
    add_grids(*choice.tables, bins, counted.axes);
    count_grids_of_fit(*choice.tables, bins, counted, progress);
  }
  add_grids_without_a_feature(source, plan, choice.loss, counted.axes, progress);
  if (counted.folds.empty() || !data.exposure.empty()) count_cells(source, counted, progress);
  return counted;
}

CountedRows count_rows_on(const CountedRows& other, const DataView& data, const FitOptions& given,
                          Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check_needs_cells_only(given);
  check(given, data.features.size());
  progress.begin(Stage::grid);
  check(data, given.threads);
  FitOptions options = given;
  if (options.loss == "auto") options.loss = other.summary.loss->name();
  if (other.summary.folds > 1 && !other.fold_scales) {
    throw InvalidInput(
        "the table whose edges are taken was made by an older version, which dealt rows to folds by another rule; make "
        "it anew");
  }
  const RowSource source(data, resolve(options), progress, other.fold_scales.value_or(std::vector<int>{}));
  const SourceSummary& summary = source.summary();
  if (summary.feature_names != other.summary.feature_names) {
    throw InvalidInput("the features are not those of the table whose edges are taken; name the same columns");
  }
  if (summary.folds != other.summary.folds) {
    throw InvalidInput("the options ask for " + name_of_folds(summary.folds) +
                       " where the table whose edges are taken has " + name_of_folds(other.summary.folds) +
                       "; use the same (`folds`, `lambda`)");
  }
  if (summary.folds > 1 && source.folds().scales != other.fold_scales) {
    throw InvalidInput("the exposure is not that of the table whose edges are taken; name the same columns");
  }
  CountedRows counted = describe_rows(source, options);
  counted.axes = other.axes;
  for (std::size_t axis = 0; axis < counted.axes.size(); ++axis) {
    const ColumnView& column = source.view().features[axis];
    counted.axes[axis].lowest = counted.axes[axis].highest = column[0];
    for (std::size_t row = 0; row < column.size; ++row) {
      counted.axes[axis].lowest = std::min(counted.axes[axis].lowest, column[row]);
      counted.axes[axis].highest = std::max(counted.axes[axis].highest, column[row]);
    }
  }
  count_cells(source, counted, progress);
  return counted;
}

}  // namespace gaptv
