// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/grid_comparison.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/base/parallel.h"
#include "gaptv/regions/shifted_grids.h"
#include "gaptv/select/cell_folds.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/lambda_carry.h"

namespace gaptv {
namespace {

// For each bin of the finer edges, the bin of the coarser ones, which are some of the finer.
std::vector<std::uint32_t> find_bins(const std::vector<double>& finer, const std::vector<double>& coarser) {
  std::vector<std::uint32_t> bins = {0};
  bins.reserve(finer.size() + 1);
  for (const double edge : finer) {
    bins.push_back(bins.back() + (std::ranges::binary_search(coarser, edge) ? 1U : 0U));
  }
  return bins;
}

// So many smaller lambdas in a row may be worse before the path ends; the small ones take the time.
constexpr std::size_t most_worse = 2;

// The axis cut into each of its numbers of bins.
std::vector<Axis> cut_axis(const CutTables& tables, const std::vector<std::vector<std::size_t>>& numbers,
                           std::size_t axis) {
  std::vector<Axis> cuts;
  for (const std::size_t number : numbers[axis]) {
    std::vector<std::size_t> asked;
    asked.reserve(numbers.size());
    for (const std::vector<std::size_t>& of_axis : numbers) asked.push_back(of_axis.front());
    asked[axis] = number;
    cuts.push_back(tables.grid(asked).axes[axis]);
  }
  return cuts;
}

}  // namespace

Grid refine_all(const CutTables& tables, const std::vector<std::vector<std::size_t>>& numbers) {
  Grid refined;
  for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
    std::set<double> edges;
    for (const Axis& cut : cut_axis(tables, numbers, axis)) {
      edges.insert(cut.edges.begin(), cut.edges.end());
      if (refined.axes.size() == axis) refined.axes.push_back(cut);
    }
    refined.axes.back().edges.assign(edges.begin(), edges.end());
    refined.axes.back().bins_requested = bins_of_refinement;
  }
  return refined;
}

void DifferenceSums::add(const CellStats& cell, double a, double b) {
  if (cell.weight <= 0) return;
  weight_ += cell.weight;
  if (a == b) return;
  // The line through its values at a, -D(a, b), and at b, D(b, a); the deviance is twice the divergence.
  const double one = 1;
  const auto deviance_at = [&](const double& y, const double& fitted) {
    return 2 * loss_.divergence(std::span(&one, 1), std::span(&y, 1), std::span(&fitted, 1));
  };
  const double at_a = -deviance_at(a, b);
  const double slope = (deviance_at(b, a) - at_a) / (b - a);
  const double mean = at_a + slope * (cell.mean - a);
  sum_ += cell.weight * mean;
  squares_ += cell.weight * mean * mean + slope * slope * cell.scatter;
}

PairedDifference DifferenceSums::result(double observations) const {
  if (!(weight_ > 0) || !(observations > 0)) return {};
  const double squares = squares_ * (weight_ / observations);
  const double variance = std::max(squares - sum_ * sum_ / observations, 0.0);
  return {sum_ / observations, std::sqrt(variance) / observations};
}

GridComparison::GridComparison(const TableSource& source, const std::vector<Bins>& numbers, ComparedFits how,
                               Progress& progress)
    : how_(std::move(how)), progress_(progress), axes_(numbers.size()) {
  const std::unique_ptr<CutTables> tables = source.cut_for_refinement(numbers, progress);
  for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
    for (Axis& cut : cut_axis(*tables, numbers, axis)) axes_[axis].emplace(cut.bins_requested, std::move(cut));
  }
  refined_ = refine_all(*tables, numbers);
  folds_ = tables->fold_tables(refined_, progress);
}

Grid GridComparison::make_grid(const Bins& bins) const {
  Grid grid;
  for (std::size_t axis = 0; axis < bins.size(); ++axis) grid.axes.push_back(axes_[axis].at(bins[axis]));
  return grid;
}

GridComparison::Bins GridComparison::bins_kept(const Bins& bins) const {
  return make_grid(bins).shape().bins;
}

const GridComparison::HeldOutFit& GridComparison::fit(const Bins& bins) {
  const auto known = fits_.find(bins);
  if (known != fits_.end()) return known->second;
  Grid grid = make_grid(bins);
  ShiftedGrid coarse{grid.shape(), {}};
  for (std::size_t axis = 0; axis < bins.size(); ++axis) {
    coarse.coarse_bin.push_back(find_bins(refined_.axes[axis].edges, grid.axes[axis].edges));
  }
  std::vector<CellTable> folds;
  for (const CellTable& fold : folds_) {
    folds.push_back(make_coarse_table(fold, coarse));
    folds.back().rows = fold.rows;
  }
  grid.left_out = apply_mask(*how_.mask, grid, merge_all(folds)).left_out;
  const CellLoss& loss = *how_.fitter.loss;
  const CellFolds data(
      std::move(folds), loss,
      [this, &grid](const CellTable& table, const CellLoss& of) { return how_.fitter.make_solver(grid, table, of); },
      grid.left_out);
  HeldOutFit result = fit_without_folds(data);
  result.cell_of_refined = find_coarse_cells(refined_.shape(), coarse);
  return fits_.emplace(bins, std::move(result)).first->second;
}

GridComparison::HeldOutFit GridComparison::fit_without_folds(const FoldedData& data) {
  double all = 0;
  for (std::size_t fold = 0; fold < data.folds(); ++fold) all += data.weight(fold);
  const auto is_used = [&data, all](std::size_t fold) { return data.weight(fold) > 0 && data.weight(fold) < all; };
  double held_out = 0;
  std::vector<std::unique_ptr<PathSolver>> solvers;
  for (std::size_t fold = 0; fold < data.folds(); ++fold) {
    solvers.push_back(is_used(fold) ? data.solver_without(fold) : nullptr);
    if (is_used(fold)) held_out += data.weight(fold);
  }
  HeldOutFit best;
  best.error = infinity;
  best.values.resize(data.folds());
  std::size_t worse = 0;
  for (const double lambda : lambda_path(data.solver_for_all()->lambda_max(), how_.lambdas, how_.lambda_ratio)) {
    std::vector<std::vector<double>> values(data.folds());
    std::vector<double> deviance(data.folds(), 0.0);
    parallel_for(data.folds(), how_.threads, [&](std::size_t fold) {
      if (!is_used(fold)) return;
      progress_.check();
      const double training = all - data.weight(fold);
      values[fold] = solvers[fold]->solve(carry_lambda(lambda, training / all)).published();
      deviance[fold] = data.deviance_of_fold(fold, values[fold]);
    });
    const double error = std::accumulate(deviance.begin(), deviance.end(), 0.0) / held_out;
    worse = error < best.error ? 0 : worse + 1;
    if (error < best.error) {
      best.error = error;
      best.values = std::move(values);
    }
    if (worse == most_worse) break;
  }
  return best;
}

PairedDifference GridComparison::fall(const Bins& from, const Bins& to) {
  const HeldOutFit& first = fit(from);
  const HeldOutFit& second = fit(to);
  DifferenceSums sums(*how_.fitter.loss);
  double rows = 0;
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    if (first.values[fold].empty()) continue;
    rows += observations(folds_[fold]);
    for (std::size_t cell = 0; cell < folds_[fold].cells.size(); ++cell) {
      sums.add(folds_[fold].cells[cell], first.values[fold][first.cell_of_refined[cell]],
               second.values[fold][second.cell_of_refined[cell]]);
    }
  }
  return sums.result(rows);
}

}  // namespace gaptv
