// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/binned_rows.h"

#include <algorithm>

#include "gaptv/base/parallel.h"
#include "gaptv/grid/column_buckets.h"

namespace gaptv {
namespace {

constexpr std::size_t rows_per_task = std::size_t{1} << 16U;

// Sums depend on their order in the last digits, so the rows are cut into lanes by their number alone, one table each,
// and the tables are added in the order of the lanes.
std::size_t lane_count(std::size_t rows, std::size_t rows_per_lane, std::size_t most) {
  return std::clamp<std::size_t>(rows / rows_per_lane, 1, most);
}

}  // namespace

std::vector<std::uint32_t> bins_of_intervals(const std::vector<double>& cuts, const std::vector<double>& edges) {
  std::vector<std::uint32_t> bins(cuts.size() + 1, 0);
  std::size_t passed = 0;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (passed < edges.size() && edges[passed] == cuts[i]) ++passed;
    bins[i + 1] = static_cast<std::uint32_t>(passed);
  }
  return bins;
}

BinnedRows::BinnedRows(const DataView& data, const std::vector<std::vector<std::size_t>>& bins, std::size_t threads,
                       Progress& progress)
    : data_(data) {
  for (std::size_t axis = 0; axis < data.features.size(); ++axis) {
    progress.check();
    ColumnBuckets buckets(data.features[axis], threads);
    quantiles_.emplace_back(buckets, data.weight, data.weight_kind, bins[axis]);
    std::vector<double> cuts;
    for (const std::size_t q : bins[axis]) {
      const std::vector<double> edges = quantiles_.back().edges(q);
      cuts.insert(cuts.end(), edges.begin(), edges.end());
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    intervals_.push_back(buckets.take_intervals(cuts));
    cuts_.push_back(std::move(cuts));
  }
}

Grid BinnedRows::grid(const std::vector<std::size_t>& bins_per_axis) const {
  Grid grid;
  for (std::size_t j = 0; j < quantiles_.size(); ++j) {
    Axis axis;
    axis.name = j < data_.feature_names.size() ? data_.feature_names[j] : "x" + std::to_string(j + 1);
    axis.edges = quantiles_[j].edges(bins_per_axis[j]);
    axis.bins_requested = bins_per_axis[j];
    axis.lowest = quantiles_[j].lowest();
    axis.highest = quantiles_[j].highest();
    grid.axes.push_back(std::move(axis));
  }
  return grid;
}

Shape BinnedRows::fine_shape() const {
  Shape shape;
  for (const std::vector<double>& cuts : cuts_) shape.bins.push_back(cuts.size() + 1);
  return shape;
}

std::vector<std::vector<std::uint32_t>> BinnedRows::cell_offsets(const Grid& grid) const {
  const Shape shape = grid.shape();
  std::vector<std::vector<std::uint32_t>> offsets;
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    offsets.push_back(bins_of_intervals(cuts_[axis], grid.axes[axis].edges));
    for (std::uint32_t& offset : offsets.back()) offset *= static_cast<std::uint32_t>(shape.stride(axis));
  }
  return offsets;
}

template <typename Visit>
void BinnedRows::for_each_cell(const std::vector<std::vector<std::uint32_t>>& offsets, std::size_t begin,
                               std::size_t end, Visit&& visit) const {
  const std::uint16_t* first = intervals_[0].data();
  const std::uint32_t* first_offset = offsets[0].data();
  if (dimensions() == 1) {
    for (std::size_t row = begin; row < end; ++row) visit(row, first_offset[first[row]]);
    return;
  }
  const std::uint16_t* second = intervals_[1].data();
  const std::uint32_t* second_offset = offsets[1].data();
  if (dimensions() == 2) {
    for (std::size_t row = begin; row < end; ++row) visit(row, first_offset[first[row]] + second_offset[second[row]]);
    return;
  }
  const std::uint16_t* third = intervals_[2].data();
  const std::uint32_t* third_offset = offsets[2].data();
  for (std::size_t row = begin; row < end; ++row) {
    visit(row, first_offset[first[row]] + second_offset[second[row]] + third_offset[third[row]]);
  }
}

std::vector<CellTable> BinnedRows::tabulate_folds(const Grid& grid, const FoldAssignment& folds,
                                                  const OutcomeScale& scale, std::size_t threads,
                                                  Progress& progress) const {
  const std::vector<std::vector<std::uint32_t>> offsets = cell_offsets(grid);
  const Shape shape = grid.shape();
  const std::size_t cells = shape.cells();
  const std::size_t lanes = lane_count(rows(), std::max(rows_per_task, cells * folds.folds), 16);
  std::vector<std::vector<CellStats>> lane_stats(lanes);
  parallel_for(lanes, threads, [&](std::size_t lane) {
    progress.check();
    std::vector<CellStats> stats(cells * folds.folds);
    const std::size_t begin = rows() * lane / lanes;
    const std::size_t end = rows() * (lane + 1) / lanes;
    if (data_.weight.empty() && data_.exposure.empty()) {
      for_each_cell(offsets, begin, end, [&](std::size_t row, std::size_t cell) {
        stats[folds.fold[row] * cells + cell].add(scale.to_scaled(data_.outcome[row]));
      });
    } else if (data_.weight.empty()) {
      for_each_cell(offsets, begin, end, [&](std::size_t row, std::size_t cell) {
        stats[folds.fold[row] * cells + cell].add(scale.to_scaled(data_.outcome[row]), data_.exposure[row]);
      });
    } else if (folds.position.empty()) {
      for_each_cell(offsets, begin, end, [&](std::size_t row, std::size_t cell) {
        stats[folds.fold[row] * cells + cell].add(scale.to_scaled(data_.outcome[row]), data_.size_of(row));
      });
    } else {
      for_each_cell(offsets, begin, end, [&](std::size_t row, std::size_t cell) {
        const double value = scale.to_scaled(data_.outcome[row]);
        const double exposure = data_.exposure_of(row);
        for (std::size_t fold = 0; fold < folds.folds; ++fold) {
          const double weight = folds.weight_in_fold(row, data_.weight[row], fold);
          if (weight > 0) stats[fold * cells + cell].add(value, weight * exposure);
        }
      });
    }
    lane_stats[lane] = std::move(stats);
  });
  std::vector<CellTable> tables(folds.folds, CellTable(shape));
  for (std::size_t fold = 0; fold < folds.folds; ++fold) {
    for (const std::vector<CellStats>& stats : lane_stats) {
      for (std::size_t cell = 0; cell < cells; ++cell) tables[fold].cells[cell].add(stats[fold * cells + cell]);
    }
  }
  return tables;
}

std::vector<CellSamples> BinnedRows::tabulate_sample_folds(const Grid& grid, const FoldAssignment& folds,
                                                           const OutcomeScale& scale, double base) const {
  std::vector<std::vector<CellSamples::Entry>> entries(folds.folds);
  for_each_cell(cell_offsets(grid), 0, rows(), [&](std::size_t row, std::size_t cell) {
    const double outcome = scale.to_scaled(data_.outcome[row]);
    if (folds.position.empty()) {
      entries[folds.fold[row]].push_back({cell, outcome, data_.weight_of(row)});
      return;
    }
    for (std::size_t fold = 0; fold < folds.folds; ++fold) {
      const double weight = folds.weight_in_fold(row, data_.weight[row], fold);
      if (weight > 0) entries[fold].push_back({cell, outcome, weight});
    }
  });
  std::vector<CellSamples> tables;
  tables.reserve(folds.folds);
  for (const auto& of_fold : entries) tables.emplace_back(grid.shape().cells(), of_fold, base);
  return tables;
}

CellSamples BinnedRows::tabulate_samples(const Grid& grid, const OutcomeScale& scale, double base) const {
  std::vector<CellSamples::Entry> entries;
  entries.reserve(rows());
  for_each_cell(cell_offsets(grid), 0, rows(), [&](std::size_t row, std::size_t cell) {
    entries.push_back({cell, scale.to_scaled(data_.outcome[row]), data_.weight_of(row)});
  });
  return CellSamples(grid.shape().cells(), entries, base);
}

void BinnedRows::add_rows(const std::vector<std::vector<std::uint32_t>>& offsets, std::size_t begin, std::size_t end,
                          const OutcomeScale& scale, std::vector<CellStats>& cells) const {
  if (data_.weight.empty()) {
    for_each_cell(offsets, begin, end,
                  [&](std::size_t row, std::size_t cell) { cells[cell].add(scale.to_scaled(data_.outcome[row])); });
  } else {
    for_each_cell(offsets, begin, end, [&](std::size_t row, std::size_t cell) {
      cells[cell].add(scale.to_scaled(data_.outcome[row]), data_.weight[row]);
    });
  }
}

CellTable BinnedRows::tabulate(const Grid& grid, const OutcomeScale& scale) const {
  CellTable table(grid.shape());
  add_rows(cell_offsets(grid), 0, rows(), scale, table.cells);
  return table;
}

CellTable BinnedRows::tabulate_fine(const OutcomeScale& scale, std::size_t threads, Progress& progress) const {
  const Shape shape = fine_shape();
  std::vector<std::vector<std::uint32_t>> offsets;
  for (std::size_t axis = 0; axis < dimensions(); ++axis) {
    std::vector<std::uint32_t> offset(shape.bins[axis]);
    for (std::size_t i = 0; i < offset.size(); ++i) offset[i] = static_cast<std::uint32_t>(i * shape.stride(axis));
    offsets.push_back(std::move(offset));
  }
  constexpr std::size_t rows_per_lane = 2000000;
  const std::size_t lanes = lane_count(rows(), rows_per_lane, 4);
  std::vector<CellTable> tables(lanes, CellTable(shape));
  parallel_for(lanes, threads, [&](std::size_t lane) {
    progress.check();
    add_rows(offsets, rows() * lane / lanes, rows() * (lane + 1) / lanes, scale, tables[lane].cells);
  });
  for (std::size_t lane = 1; lane < lanes; ++lane) tables[0] = merge(std::move(tables[0]), tables[lane]);
  return std::move(tables[0]);
}

}  // namespace gaptv
