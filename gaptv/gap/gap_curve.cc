// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/gap/gap_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

// Below this many rows a look-up pass per candidate is cheaper than the histogram on the refinement.
constexpr std::size_t fine_histogram_from_rows = 60000;
// A larger refinement (bins far beyond 50) would not fit into the cache, nor soon into memory.
constexpr std::size_t most_fine_cells = 4000000;

double contribution(double weight, double scatter, GapFormula formula) {
  if (weight < 2) return 0;
  return formula == GapFormula::as_printed ? scatter : 2 * scatter / (weight - 1);
}

// W of a coarser grid from the table on the refinement, in two sweeps: the means of the coarse cells first, then the
// scatter around them. Sums of squares are never subtracted.
class CoarseSums {
 public:
  CoarseSums(std::vector<std::uint32_t> row_bins, std::vector<std::uint32_t> column_bins)
      : row_bins_(std::move(row_bins)), column_bins_(std::move(column_bins)), columns_(column_bins_.back() + 1) {
    const std::size_t cells = (row_bins_.back() + 1) * columns_;
    weight_.assign(cells, 0.0);
    mean_.assign(cells, 0.0);
    scatter_.assign(cells, 0.0);
  }

  void add_means(std::size_t fine_row, const CellStats* fine) {
    double* weight = weight_.data() + row_bins_[fine_row] * columns_;
    double* sum = mean_.data() + row_bins_[fine_row] * columns_;
    for (std::size_t j = 0; j < column_bins_.size(); ++j) {
      weight[column_bins_[j]] += fine[j].weight;
      sum[column_bins_[j]] += fine[j].weight * fine[j].mean;
    }
  }
  void finish_means() {
    for (std::size_t cell = 0; cell < mean_.size(); ++cell) {
      if (weight_[cell] > 0) mean_[cell] /= weight_[cell];
    }
  }
  void add_scatter(std::size_t fine_row, const CellStats* fine) {
    const double* mean = mean_.data() + row_bins_[fine_row] * columns_;
    double* scatter = scatter_.data() + row_bins_[fine_row] * columns_;
    for (std::size_t j = 0; j < column_bins_.size(); ++j) {
      const double shift = fine[j].mean - mean[column_bins_[j]];
      scatter[column_bins_[j]] += fine[j].scatter + fine[j].weight * shift * shift;
    }
  }
  double sum_within_cells(GapFormula formula) const {
    double sum = 0;
    for (std::size_t cell = 0; cell < weight_.size(); ++cell) {
      sum += contribution(weight_[cell], scatter_[cell], formula);
    }
    return sum;
  }

 private:
  std::vector<std::uint32_t> row_bins_;
  std::vector<std::uint32_t> column_bins_;
  std::size_t columns_;
  std::vector<double> weight_;
  std::vector<double> mean_;
  std::vector<double> scatter_;
};

}  // namespace

std::vector<double> sum_within_candidates(const CellTable& fine, const std::vector<std::vector<double>>& cuts,
                                          const std::function<Grid(std::size_t bins)>& grid_of,
                                          const GapOptions& options, Progress& progress) {
  const bool is_flat = cuts.size() == 1;
  const std::size_t columns = fine.shape.bins.back();
  const std::size_t fine_rows = fine.cells.size() / columns;
  std::vector<double> sums(options.candidates.size());
  // Several candidates per sweep, so that a row of the refinement stays in the cache.
  constexpr std::size_t candidates_per_task = 7;
  const std::size_t tasks = (sums.size() + candidates_per_task - 1) / candidates_per_task;
  parallel_for(tasks, options.threads, [&](std::size_t task) {
    progress.check();
    const std::size_t begin = task * candidates_per_task;
    const std::size_t end = std::min(sums.size(), begin + candidates_per_task);
    std::vector<CoarseSums> coarse;
    for (std::size_t i = begin; i < end; ++i) {
      const Grid grid = grid_of(options.candidates[i]);
      std::vector<std::uint32_t> row_bins =
          is_flat ? std::vector<std::uint32_t>{0} : bins_of_intervals(cuts[0], grid.axes[0].edges);
      coarse.emplace_back(std::move(row_bins), bins_of_intervals(cuts.back(), grid.axes.back().edges));
    }
    for (std::size_t row = 0; row < fine_rows; ++row) {
      for (CoarseSums& sum : coarse) sum.add_means(row, fine.cells.data() + row * columns);
    }
    for (CoarseSums& sum : coarse) sum.finish_means();
    for (std::size_t row = 0; row < fine_rows; ++row) {
      for (CoarseSums& sum : coarse) sum.add_scatter(row, fine.cells.data() + row * columns);
    }
    for (std::size_t i = begin; i < end; ++i) sums[i] = coarse[i - begin].sum_within_cells(options.formula);
  });
  return sums;
}

namespace {

std::vector<double> sums_one_by_one(const BinnedRows& rows, const OutcomeScale& scale, const GapOptions& options,
                                    Progress& progress) {
  std::vector<double> sums(options.candidates.size());
  parallel_for(sums.size(), options.threads, [&](std::size_t i) {
    progress.check();
    const Grid grid = rows.grid(std::vector<std::size_t>(rows.dimensions(), options.candidates[i]));
    sums[i] = sum_within_cells(rows.tabulate(grid, scale), options.formula);
  });
  return sums;
}

}  // namespace

double sum_within_cells(const CellTable& table, GapFormula formula) {
  double sum = 0;
  for (const CellStats& cell : table.cells) sum += contribution(cell.weight, cell.scatter, formula);
  return sum;
}

std::vector<double> sum_within_candidates(const BinnedRows& rows, const OutcomeScale& scale, const GapOptions& options,
                                          Progress& progress) {
  if (options.candidates.empty()) return {};
  const bool uses_refinement =
      rows.dimensions() <= 2 && rows.rows() >= fine_histogram_from_rows && rows.fine_shape().cells() <= most_fine_cells;
  if (!uses_refinement) return sums_one_by_one(rows, scale, options, progress);
  const auto grid_of = [&rows](std::size_t bins) { return rows.grid(std::vector(rows.dimensions(), bins)); };
  return sum_within_candidates(rows.tabulate_fine(scale, options.threads, progress), rows.cuts(), grid_of, options,
                               progress);
}

GapCurve gap_curve(const std::vector<double>& sums, double unit, const GapOptions& options) {
  GapCurve curve;
  curve.bins = options.candidates;
  for (const double sum : sums) {
    curve.log_w.push_back(std::log(sum) + 2 * std::log(unit));
    curve.gap.push_back(options.formula == GapFormula::as_printed
                            ? options.reference - std::numbers::ln2 - sum * unit * unit
                            : options.reference - curve.log_w.back());
  }
  return curve;
}

std::size_t choose_bins(const GapCurve& curve) {
  // max_element returns the first of equal maxima: the smaller q.
  const auto best = std::max_element(curve.log_w.begin(), curve.log_w.end());
  return curve.bins[static_cast<std::size_t>(best - curve.log_w.begin())];
}

}  // namespace gaptv
