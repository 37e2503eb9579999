// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/count_ahead.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/base/processor_clones.h"
#include "gaptv/scan/divided_stretches.h"

namespace gaptv {
namespace {

// Rows that are located together, before any is added.
constexpr std::size_t located_at_once = 2048;
// As far ahead memory is asked for what will be needed.
constexpr std::size_t rows_ahead = 32;
// Single values are looked for within parts of about so many rows: all together they would be longer than the rows.
constexpr std::size_t rows_of_part = 32;

GAPTV_PROCESSOR_CLONES void add_looked_up(const std::uint32_t* table, const std::uint16_t* places, std::size_t count,
                                          std::uint32_t* sums) {
  for (std::size_t i = 0; i < count; ++i) sums[i] += table[places[i]];
}

std::vector<double> beginnings_of(const std::vector<ValueRun>& runs) {
  std::vector<double> beginnings;
  for (std::size_t run = 1; run < runs.size(); ++run) beginnings.push_back(runs[run].lowest);
  return beginnings;
}

}  // namespace

CountedAhead::CountedAhead(CountAhead what, std::size_t lanes, std::size_t folds, const OutcomeScale& scale,
                           bool has_weights, double expected_aside, std::size_t threads)
    : what_(std::move(what)),
      scale_(scale),
      has_weights_(has_weights),
      folds_(what_.by_fold ? folds : 1),
      threads_(threads) {
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
  std::array<std::uint32_t, located_at_once> cells;
  for (std::size_t from = 0; from < rows.rows(); from += located_at_once) {
    const std::size_t count = std::min(located_at_once, rows.rows() - from);
    find_cells(rows, from, std::span(cells.data(), count));
    add_located(lane, rows, folds, from, std::span(cells.data(), count));
  }
}

// Finds for rows from one on, each in all sums of all folds, where they are added: at no_cell or above if nobody can
// tell yet.
void CountedAhead::find_cells(const DataView& rows, std::size_t from, std::span<std::uint32_t> cells) const {
  std::array<std::uint16_t, located_at_once> runs;
  std::ranges::fill(cells, 0U);
  for (std::size_t axis = 0; axis < runs_.size(); ++axis) {
    const RunsOfAxis& of_axis = runs_[axis];
    of_axis.locator.find_bins(rows.features[axis], from, std::span(runs.data(), cells.size()));
    add_looked_up(of_axis.cells.data(), runs.data(), cells.size(), cells.data());
  }
}

void CountedAhead::add_located(std::size_t lane, const DataView& rows, const FoldAssignment* folds, std::size_t from,
                               std::span<const std::uint32_t> cells) {
  CellSums& sums = sums_[lane];
  RowsAside& aside = aside_[lane];
  const bool takes_exposure = !rows.exposure.empty() && what_.by_exposure;
  const bool is_plain = rows.weight.empty() && !takes_exposure;
  const auto fold_of = [&](std::size_t i) -> std::size_t { return what_.by_fold ? folds->fold[from + i] : 0; };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t row = from + i;
    // The sums are far apart in memory, and so are fetched many at a time.
    if (const std::size_t next = i + rows_ahead; next < cells.size() && cells[next] < no_cell) {
      sums.expect(fold_of(next) * cells_ + cells[next]);
    }
    const double value = scale_.to_scaled(rows.outcome[row]);
    const double count = is_plain ? 1.0 : takes_exposure ? rows.size_of(row) : rows.weight_of(row);
    const std::size_t fold = fold_of(i);
    if (cells[i] < no_cell) {
      const std::size_t cell = fold * cells_ + cells[i];
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
  sums_[0].add(std::span(sums_).subspan(1), threads_);
  sums_.erase(sums_.begin() + 1, sums_.end());
}

std::vector<std::vector<ValueStretch>> CountedAhead::divide_unclear() const {
  std::vector<std::vector<ValueStretch>> divided;
  for (std::size_t axis = 0; axis < runs_.size(); ++axis) divided.push_back(divide_unclear_of(axis));
  return divided;
}

std::vector<ValueStretch> CountedAhead::divide_unclear_of(std::size_t axis) const {
  const RunsOfAxis& of_axis = runs_[axis];
  std::vector<std::vector<Values>> found(aside_.size());  // by lane and run
  parallel_for(found.size(), threads_, [&](std::size_t lane) {
    const RowsAside& aside = aside_[lane];
    const std::vector<double>& values = aside.features[axis];
    std::vector<std::uint16_t> runs(values.size());
    of_axis.locator.find_bins(values, 0, runs);
    found[lane].resize(of_axis.cells.size());
    // Counted first: lists that grow take up to three times their memory.
    std::vector<std::size_t> counts(of_axis.cells.size(), 0);
    for (const std::uint16_t run : runs) ++counts[run];
    for (std::size_t run = 0; run < counts.size(); ++run) {
      if (of_axis.cells[run] >= no_cell) found[lane][run].reserve(counts[run]);
    }
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (of_axis.cells[runs[row]] < no_cell) continue;
      found[lane][runs[row]].emplace_back(values[row], has_weights_ ? aside.weight[row] : 1.0);
    }
  });
  std::vector<std::vector<ValueStretch>> groups(of_axis.cells.size());
  parallel_for(groups.size(), threads_, [&](std::size_t run) {
    Values values;
    for (std::vector<Values>& lane : found) {
      values.insert(values.end(), lane[run].begin(), lane[run].end());
      lane[run] = {};
    }
    groups[run] = group_values(std::move(values), rows_of_part);
  });
  std::vector<ValueStretch> divided;
  for (const std::vector<ValueStretch>& group : groups) divided.insert(divided.end(), group.begin(), group.end());
  return divided;
}

bool CountedAhead::holds(const std::vector<std::vector<ValueStretch>>& stretches) const {
  for (std::size_t axis = 0; axis < stretches.size(); ++axis) {
    for (const ValueStretch& stretch : stretches[axis]) {
      const std::size_t run = runs_[axis].locator.bin_of(stretch.lowest);
      if (runs_[axis].cells[run] < no_cell || stretch.highest > what_.runs[axis][run].highest) return false;
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

// Adds the rows that were set aside to the cells of a request. Each part of the cells takes its own from all of them,
// in the order of the rows.
void CountedAhead::add_aside(const RequestLocator& locator, CellSums& sums) const {
  const std::size_t cells = locator.cells(0);
  const std::size_t parts = sums.has_room_for_all() ? 8 : 1;
  const std::size_t cells_per_part = cells * folds_ / parts + 1;
  for (const RowsAside& aside : aside_) {
    const std::size_t size = aside.outcome.size();
    DataView rows;
    rows.features.assign(aside.features.begin(), aside.features.end());
    const auto places = locator.locate(rows);
    std::vector<std::size_t> cell_of(size);
    for (std::size_t row = 0; row < size; ++row) {
      const std::size_t fold = aside.fold.empty() ? 0 : aside.fold[row];
      cell_of[row] = fold * cells + locator.cell_of(0, places, row);
    }
    parallel_for(parts, threads_, [&](std::size_t part) {
      const std::size_t first = part * cells_per_part;
      for (std::size_t row = 0; row < size; ++row) {
        if (cell_of[row] - first >= cells_per_part) continue;
        if (aside.size.empty()) {
          sums.add(cell_of[row], aside.outcome[row]);
        } else {
          sums.add(cell_of[row], aside.outcome[row], aside.size[row]);
        }
      }
    });
  }
}

std::optional<std::vector<CountedCells>> CountedAhead::take_count(const CountRequest& request) {
  if (request.by_fold != what_.by_fold || request.by_exposure != what_.by_exposure) return std::nullopt;
  const auto offsets = find_offsets(request);
  if (!offsets) return std::nullopt;
  const RequestLocator locator({request}, runs_.size());
  const std::size_t cells = locator.cells(0);
  CellSums sums(cells * folds_);
  // In increasing order, since sums depend on it: where cells have no table, there are few of them.
  const auto add = [&](std::size_t fold, std::size_t number, const CellStats& stats) {
    std::size_t cell = fold * cells;
    for (std::size_t axis = 0; axis < runs_.size(); ++axis) {
      cell += (*offsets)[axis][number / runs_[axis].stride % runs_[axis].clear];
    }
    sums.add(cell, stats);
  };
  for (std::size_t fold = 0; fold < folds_; ++fold) {
    const CellSums& counted = sums_.front();
    if (counted.has_room_for_all()) {
      counted.for_each(fold * cells_, cells_,
                       [&](std::size_t number, const CellStats& stats) { add(fold, number, stats); });
    } else {
      for (const CountedCell& cell : counted.list(fold * cells_, cells_)) add(fold, cell.number, cell.stats);
    }
  }
  add_aside(locator, sums);
  sums_ = {};
  aside_ = {};
  std::vector<CountedCells> folds;
  for (std::size_t fold = 0; fold < folds_; ++fold) folds.push_back(sums.list(fold * cells, cells));
  return folds;
}

}  // namespace gaptv
