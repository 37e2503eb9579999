// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/cells/counted_source.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/cells/counted_cells.h"
#include "gaptv/model/model.h"

namespace gaptv {
namespace {

[[noreturn]] void refuse_samples() {
  throw InvalidInput(
      "this loss needs every single outcome, and a cell table holds means only; fit the rows themselves, or use a loss "
      "of means (`loss=gaussian`)");
}

// The weight below each edge of every axis, and all of it at the end.
std::vector<std::vector<double>> add_up_along_axes(const CountedRows& rows) {
  const Shape shape = rows.shape();
  std::vector<std::vector<double>> sums;
  for (const std::size_t bins : shape.bins) sums.emplace_back(bins, 0.0);
  const auto add = [&](const CountedCells& cells) {
    for (const CountedCell& cell : cells) {
      for (std::size_t axis = 0; axis < sums.size(); ++axis) {
        sums[axis][shape.bin_of(cell.number, axis)] += cell.stats.weight;
      }
    }
  };
  if (!rows.copies.empty()) {
    add(rows.copies);
  } else {
    for (const CountedCells& fold : rows.folds) add(fold);
  }
  for (std::vector<double>& along : sums) {
    for (std::size_t i = 1; i < along.size(); ++i) along[i] += along[i - 1];
  }
  return sums;
}

// The edges of so many bins, each moved to the edge that leaves most nearly the right weight below it; as places among
// the edges of the axis, not decreasing.
std::vector<std::size_t> find_nearest_edges(const CountedAxis& axis, const std::vector<double>& weight_below,
                                            std::size_t bins) {
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < bins; ++i) {
    const double wanted = weight_below.back() * static_cast<double>(i) / static_cast<double>(bins);
    const auto end = weight_below.begin() + static_cast<std::ptrdiff_t>(axis.edges.size());
    auto nearest = std::lower_bound(weight_below.begin(), end, wanted);
    if (nearest == end || (nearest != weight_below.begin() && wanted - nearest[-1] <= *nearest - wanted)) {
      if (nearest == weight_below.begin()) break;  // the axis has no edge
      --nearest;
    }
    places.push_back(static_cast<std::size_t>(nearest - weight_below.begin()));
  }
  return places;
}

// The edges at these places as far as they separate rows: one in the middle of those that separate the same, so that
// every bin holds rows. Edges of other rows (count_rows_on) need not separate these.
std::vector<double> take_separating_edges(const CountedAxis& axis, const std::vector<double>& weight_below,
                                          const std::vector<std::size_t>& places) {
  std::vector<double> edges;
  for (std::size_t i = 0; i < places.size();) {
    const double below = weight_below[places[i]];
    const double first = axis.edges[places[i]];
    double last = first;
    for (; i < places.size() && weight_below[places[i]] == below; ++i) last = axis.edges[places[i]];
    if (below > 0 && below < weight_below.back()) edges.push_back(std::midpoint(first, last));
  }
  return edges;
}

class CutCells final : public CutTables {
 public:
  explicit CutCells(const CountedRows& rows) : rows_(rows), weight_below_(add_up_along_axes(rows)) {}

  Grid grid(const std::vector<std::size_t>& bins_per_axis) const override {
    Grid grid;
    for (std::size_t j = 0; j < rows_.axes.size(); ++j) {
      const CountedAxis& counted = rows_.axes[j];
      Axis axis{counted.name, {}, bins_per_axis[j], counted.lowest, counted.highest};
      const KnownGrid* known = counted.find_grid(bins_per_axis[j]);
      axis.edges = take_separating_edges(
          counted, weight_below_[j],
          known != nullptr ? known->edges : find_nearest_edges(counted, weight_below_[j], bins_per_axis[j]));
      grid.axes.push_back(std::move(axis));
    }
    return grid;
  }

  std::vector<double> sum_within_candidates(const GapOptions& options, Progress& progress) const override {
    std::vector<double> sums;
    for (const std::size_t bins : options.candidates) {
      progress.check();
      const ExactGapSums& exact = rows_.exact_gap;
      const auto found = std::ranges::find(exact.bins, bins);
      sums.push_back(
          found != exact.bins.end() && exact.formula == options.formula
              ? exact.sums[static_cast<std::size_t>(found - exact.bins.begin())]
              : sum_within_cells(counted_table(grid(std::vector(rows_.axes.size(), bins))), options.formula));
    }
    return sums;
  }

  std::vector<CellTable> fold_tables(const Grid& grid, Progress& progress) const override {
    progress.check();
    const auto exact = std::ranges::find(rows_.exact_tables, grid.bins_requested(), &ExactTable::bins);
    std::vector<CellTable> tables;
    for (std::size_t fold = 0; fold < rows_.folds.size(); ++fold) {
      if (exact == rows_.exact_tables.end()) {
        tables.push_back(regroup_cells(rows_.folds[fold], rows_.axes, grid));
      } else {
        tables.emplace_back(grid.shape());
        for (const CountedCell& cell : exact->folds[fold]) tables.back().cells[cell.number] = cell.stats;
      }
      if (!rows_.deviances.empty()) tables.back().rows = rows_.deviances[fold];
    }
    return tables;
  }

  CellTable counted_table(const Grid& grid) const override {
    if (!rows_.copies.empty()) return regroup_cells(rows_.copies, rows_.axes, grid);
    CellTable table(grid.shape());
    for (const CountedCells& fold : rows_.folds) table = merge(std::move(table), regroup_cells(fold, rows_.axes, grid));
    return table;
  }

  std::vector<std::string> notes_on(const Grid& grid) const override {
    std::vector<std::string> notes;
    for (std::size_t j = 0; j < grid.axes.size(); ++j) {
      const std::size_t bins = grid.axes[j].bins_requested;
      if (bins == 1 || rows_.axes[j].find_grid(bins) != nullptr) continue;
      notes.push_back("feature '" + grid.axes[j].name + "': the cell table was not made for " + std::to_string(bins) +
                      " bins; each edge is the nearest of the " + std::to_string(rows_.axes[j].edges.size()) +
                      " that it has");
    }
    return notes;
  }

  std::vector<CellSamples> sample_folds(const Grid& /*grid*/, const OutcomeScale& /*scale*/,
                                        double /*base*/) const override {
    refuse_samples();
  }
  CellSamples samples(const Grid& /*grid*/, const OutcomeScale& /*scale*/, double /*base*/) const override {
    refuse_samples();
  }

 private:
  const CountedRows& rows_;
  std::vector<std::vector<double>> weight_below_;
};

// Makes all folds one.
CountedRows join_folds(CountedRows rows) {
  const auto join = [](std::vector<CountedCells>& folds) {
    for (std::size_t fold = 1; fold < folds.size(); ++fold) folds[0] = merge_cells(folds[0], folds[fold]);
    folds.resize(1);
  };
  join(rows.folds);
  for (ExactTable& table : rows.exact_tables) join(table.folds);
  for (std::size_t fold = 1; fold < rows.deviances.size(); ++fold) {
    rows.deviances[0].observations += rows.deviances[fold].observations;
    rows.deviances[0].deviance += rows.deviances[fold].deviance;
  }
  if (!rows.deviances.empty()) rows.deviances.resize(1);
  rows.summary.folds = 1;
  return rows;
}

}  // namespace

CountedSource::CountedSource(CountedRows rows, std::size_t folds)
    : rows_(folds < rows.folds.size() ? join_folds(std::move(rows)) : std::move(rows)) {}

NullSample CountedSource::null_sample(std::uint64_t seed) const {
  return {rows_.summary.total_weight, rows_.mean_outcome, rows_.exposures, seed};
}

std::unique_ptr<CutTables> CountedSource::cut(const std::vector<std::vector<std::size_t>>& /*bins*/,
                                              Progress& /*progress*/) const {
  return std::make_unique<CutCells>(rows_);
}

std::unique_ptr<TableSource> CountedSource::leave_out(std::size_t feature) const {
  CountedRows fewer = rows_;
  const auto place = static_cast<std::ptrdiff_t>(feature);
  for (CountedCells& fold : fewer.folds) fold = drop_axis(fold, rows_.shape(), feature);
  fewer.copies = drop_axis(fewer.copies, rows_.shape(), feature);
  fewer.exact_tables.clear();
  fewer.exact_gap = {};
  fewer.axes.erase(fewer.axes.begin() + place);
  fewer.summary.feature_names.erase(fewer.summary.feature_names.begin() + place);
  return std::make_unique<CountedSource>(std::move(fewer), rows_.folds.size());
}

}  // namespace gaptv
