// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/cells/count_source.h"

#include <algorithm>
#include <utility>

#include "gaptv/cells/counted_cells.h"
#include "gaptv/model/axis_bins.h"
#include "gaptv/model/feature_check.h"
#include "gaptv/model/fit_steps.h"
#include "gaptv/select/grid_comparison.h"

namespace gaptv {
namespace {

// Which numbers of bins the edges must serve, per axis: first those of the grid, then its parts where it is shifted.
using BinsOfAxes = std::vector<std::vector<std::size_t>>;

// Takes the edges of a grid with so many bins into an axis. The edges that it has already stay where they are.
void add_grid(std::size_t count, const std::vector<double>& edges, CountedAxis& axis) {
  if (axis.find_grid(count) != nullptr) return;
  std::vector<double> all;
  std::ranges::set_union(axis.edges, edges, std::back_inserter(all));
  const auto place_of = [&all](double edge) {
    return static_cast<std::size_t>(std::ranges::lower_bound(all, edge) - all.begin());
  };
  for (KnownGrid& grid : axis.grids) {
    for (std::size_t& place : grid.edges) place = place_of(axis.edges[place]);
  }
  KnownGrid known{count, {}};
  for (const double edge : edges) known.edges.push_back(place_of(edge));
  axis.edges = std::move(all);
  axis.grids.push_back(std::move(known));
}

// Takes the edges of those numbers of bins into the axes.
void add_grids(const CutTables& tables, const BinsOfAxes& bins, std::vector<CountedAxis>& axes) {
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    for (const std::size_t count : bins[axis]) {
      if (axes[axis].find_grid(count) != nullptr) continue;
      std::vector<std::size_t> asked(axes.size());
      for (std::size_t j = 0; j < axes.size(); ++j) asked[j] = j == axis ? count : bins[j].front();
      add_grid(count, tables.grid(asked).axes[axis].edges, axes[axis]);
    }
  }
}

// Takes the edges of the grids with one feature less, which a fit of three features looks at.
void add_grids_without_a_feature(const TableSource& source, const FitPlan& plan, const FittedLoss& loss,
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

}  // namespace

CountedRows describe_rows(const CountableRows& rows, std::uint64_t seed) {
  CountedRows counted;
  counted.summary = rows.source().summary();
  counted.seed = seed;
  counted.fold_scales = rows.fold_scales();
  counted.bins_max = rows.source().automatic_bins_max();
  counted.deviances = rows.deviances();
  NullSample null = rows.source().null_sample(seed);
  counted.mean_outcome = null.mean;
  counted.exposures = std::move(null.exposure);
  return counted;
}

CountedRows count_source(CountableRows& rows, const FitOptions& options, Progress& progress) {
  const TableSource& source = rows.source();
  const FitPlan plan = plan_fit(source, options);
  BinsChoice choice = choose_bins_per_axis(source, plan, tv_solver_maker(plan.options), progress);

  CountedRows counted = describe_rows(rows, plan.options.seed);
  const std::size_t axes = source.summary().dimensions();
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
  if (choice.search) {
    const BinsOfAxes searched = numbers_for_axes(choice.search->start, source.summary().observations);
    const std::unique_ptr<CutTables> tables = source.cut_for_refinement(searched, progress);
    add_grids(*tables, searched, counted.axes);
    const Grid refined = refine_all(*tables, searched);
    for (std::size_t axis = 0; axis < axes; ++axis) {
      add_grid(bins_of_refinement, refined.axes[axis].edges, counted.axes[axis]);
    }
    counted.exact_tables.push_back({refined.bins_requested(), count_exactly(*tables, refined, progress)});
  }
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
  rows.count_cells(counted, progress);
  return counted;
}

}  // namespace gaptv
