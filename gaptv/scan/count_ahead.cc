// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/count_ahead.h"

#include <algorithm>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/scan/divided_stretches.h"

namespace gaptv {
namespace {

// As far ahead memory is asked for what will be needed.
constexpr std::size_t rows_ahead = 12;
// Single values are looked for within parts of about so many rows: all together they would be longer than the rows.
constexpr std::size_t rows_of_part = 32;

std::vector<double> beginnings_of(const std::vector<ValueRun>& runs) {
  std::vector<double> beginnings;
  for (std::size_t run = 1; run < runs.size(); ++run) beginnings.push_back(runs[run].lowest);
  return beginnings;
}

}  // namespace

CountedAhead::CountedAhead(CountAhead what, std::size_t lanes, std::size_t folds, const OutcomeScale& scale,
                           bool has_weights, double expected_aside)
    : what_(std::move(what)), scale_(scale), has_weights_(has_weights), folds_(what_.by_fold ? folds : 1) {
  runs_.reserve(what_.runs.size());
  for (const std::vector<ValueRun>& runs : what_.runs) runs_.push_back({BinLocator(beginnings_of(runs)), {}});
  for (std::size_t axis = runs_.size(); axis-- > 0;) {
    RunsOfAxis& of_axis = runs_[axis];
    of_axis.stride = cells_;
    for (const ValueRun& run : what_.runs[axis]) {
      of_axis.cells.push_back(run.is_unclear ? no_cell : static_cast<std::uint32_t>(of_axis.clear++ * cells_));
    }
    cells_ *= std::max<std::size_t>(1, of_axis.clear);
  }
  const auto expected_of_lane = static_cast<std::size_t>(expected_aside / static_cast<double>(lanes) * 1.1);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    sums_.emplace_back(cells_ * folds_);
    RowsAside& aside = aside_.emplace_back();
    aside.features.resize(runs_.size());
    for (std::vector<double>& feature : aside.features) feature.reserve(expected_of_lane);
    aside.outcome.reserve(expected_of_lane);
  }
}

void CountedAhead::add(std::size_t lane, const DataView& rows, const FoldAssignment* folds) {
  const std::size_t size = rows.rows();
  // Where each row lies, first of all: the sums are far apart in memory, and so are fetched many at a time.
  std::vector<std::uint32_t> cells(size, 0);
  for (std::size_t axis = 0; axis < runs_.size(); ++axis) {
    const RunsOfAxis& runs = runs_[axis];
    const ColumnView& column = rows.features[axis];
    for (std::size_t row = 0; row < size; ++row) {
      const std::uint32_t part = runs.cells[runs.locator.bin_of(column[row])];
      cells[row] = (part == no_cell || cells[row] == no_cell) ? no_cell : cells[row] + part;
    }
  }
  CellSums& sums = sums_[lane];
  RowsAside& aside = aside_[lane];
  const bool takes_exposure = !rows.exposure.empty() && what_.by_exposure;
  const bool is_plain = rows.weight.empty() && !takes_exposure;
  for (std::size_t row = 0; row < size; ++row) {
    if (const std::size_t next = row + rows_ahead; next < size && cells[next] != no_cell) {
      sums.expect((what_.by_fold ? folds->fold[next] : 0) * cells_ + cells[next]);
    }
    const double value = scale_.to_scaled(rows.outcome[row]);
    const double count = is_plain ? 1.0 : takes_exposure ? rows.size_of(row) : rows.weight_of(row);
    const std::size_t fold = what_.by_fold ? folds->fold[row] : 0;
    if (cells[row] != no_cell) {
      const std::size_t cell = fold * cells_ + cells[row];
      if (is_plain) {
        sums.add(cell, value);
      } else {
        sums.add(cell, value, count);
      }
      continue;
    }
    for (std::size_t axis = 0; axis < runs_.size(); ++axis) aside.features[axis].push_back(rows.features[axis][row]);
    aside.outcome.push_back(value);
    if (has_weights_) aside.weight.push_back(rows.weight[row]);
    if (!is_plain) aside.size.push_back(count);
    if (what_.by_fold) aside.fold.push_back(static_cast<std::uint16_t>(fold));
  }
}

void CountedAhead::finish() {
  for (std::size_t lane = 1; lane < sums_.size(); ++lane) sums_[0].add(sums_[lane]);
  sums_.erase(sums_.begin() + 1, sums_.end());
}

std::vector<std::vector<ValueStretch>> CountedAhead::divide_unclear(std::size_t threads) const {
  std::vector<std::vector<ValueStretch>> divided(runs_.size());
  for (std::size_t axis = 0; axis < runs_.size(); ++axis) {
    const RunsOfAxis& of_axis = runs_[axis];
    std::vector<Values> of_runs(of_axis.cells.size());
    for (const RowsAside& aside : aside_) {
      for (std::size_t row = 0; row < aside.outcome.size(); ++row) {
        const double value = aside.features[axis][row];
        const std::size_t run = of_axis.locator.bin_of(value);
        if (of_axis.cells[run] != no_cell) continue;
        of_runs[run].emplace_back(value, has_weights_ ? aside.weight[row] : 1.0);
      }
    }
    std::vector<std::vector<ValueStretch>> groups(of_runs.size());
    parallel_for(of_runs.size(), threads,
                 [&](std::size_t run) { groups[run] = group_values(std::move(of_runs[run]), rows_of_part); });
    for (const std::vector<ValueStretch>& group : groups) {
      divided[axis].insert(divided[axis].end(), group.begin(), group.end());
    }
  }
  return divided;
}

bool CountedAhead::holds(const std::vector<std::vector<ValueStretch>>& stretches) const {
  for (std::size_t axis = 0; axis < stretches.size(); ++axis) {
    for (const ValueStretch& stretch : stretches[axis]) {
      const std::size_t run = runs_[axis].locator.bin_of(stretch.lowest);
      if (runs_[axis].cells[run] != no_cell || stretch.highest > what_.runs[axis][run].highest) return false;
    }
  }
  return true;
}

std::vector<std::vector<ValueStretch>> CountedAhead::values_in(
    const std::vector<std::vector<ValueStretch>>& stretches) const {
  std::vector<std::vector<ValueStretch>> found(stretches.size());
  for (std::size_t axis = 0; axis < stretches.size(); ++axis) {
    if (stretches[axis].empty()) continue;
    const StretchLocator locator(stretches[axis]);
    Values values;
    for (const RowsAside& aside : aside_) {
      for (std::size_t row = 0; row < aside.outcome.size(); ++row) {
        const double value = aside.features[axis][row];
        if (locator.find(value)) values.emplace_back(value, has_weights_ ? aside.weight[row] : 1.0);
      }
    }
    found[axis] = group_values(std::move(values));
  }
  return found;
}

// Finds what each run adds to the number of a cell that is asked for; nothing if an edge divides a run that was taken
// for clear.
std::optional<std::vector<std::vector<std::size_t>>> CountedAhead::find_offsets(const CountRequest& request) const {
  std::vector<std::vector<std::size_t>> offsets(runs_.size());
  std::size_t stride = 1;
  for (std::size_t axis = runs_.size(); axis-- > 0;) {
    const std::vector<double>& edges = request.edges[axis];
    const auto bin_of = [&edges](double x) {
      return static_cast<std::size_t>(std::ranges::upper_bound(edges, x) - edges.begin());
    };
    for (const ValueRun& run : what_.runs[axis]) {
      if (run.is_unclear) continue;
      const std::size_t bin = bin_of(run.lowest);
      if (bin != bin_of(run.highest)) return std::nullopt;
      offsets[axis].push_back(bin * stride);
    }
    stride *= edges.size() + 1;
  }
  return offsets;
}

std::optional<std::vector<CountedCells>> CountedAhead::count(const CountRequest& request) const {
  if (request.by_fold != what_.by_fold || request.by_exposure != what_.by_exposure) return std::nullopt;
  const auto offsets = find_offsets(request);
  if (!offsets) return std::nullopt;
  const RequestLocator locator({request}, runs_.size());
  const std::size_t cells = locator.cells(0);
  CellSums sums(cells * folds_);
  for (std::size_t fold = 0; fold < folds_; ++fold) {
    for (const CountedCell& counted : sums_.front().list(fold * cells_, cells_)) {
      std::size_t cell = fold * cells;
      for (std::size_t axis = 0; axis < runs_.size(); ++axis) {
        cell += (*offsets)[axis][counted.number / runs_[axis].stride % runs_[axis].clear];
      }
      sums.add(cell, counted.stats);
    }
  }
  for (const RowsAside& aside : aside_) {
    DataView rows;
    rows.features.assign(aside.features.begin(), aside.features.end());
    const auto places = locator.locate(rows);
    for (std::size_t row = 0; row < aside.outcome.size(); ++row) {
      const std::size_t cell = (aside.fold.empty() ? 0 : aside.fold[row]) * cells + locator.cell_of(0, places, row);
      if (aside.size.empty()) {
        sums.add(cell, aside.outcome[row]);
      } else {
        sums.add(cell, aside.outcome[row], aside.size[row]);
      }
    }
  }
  std::vector<CountedCells> folds;
  for (std::size_t fold = 0; fold < folds_; ++fold) folds.push_back(sums.list(fold * cells, cells));
  return folds;
}

}  // namespace gaptv
