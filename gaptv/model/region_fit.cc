// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/region_fit.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/grid/shifted_grids.h"
#include "gaptv/select/cell_solvers.h"
#include "gaptv/select/region_merging.h"
#include "gaptv/select/relaxation.h"

namespace gaptv {
namespace {

// Beyond that a model file becomes unwieldy.
constexpr std::size_t most_fine_bins = 200;
constexpr double most_fine_cells = 250000;
// With three features there are eight grids for two parts already.
constexpr std::size_t most_parts_in_space = 2;
// All borders together must be worth this many times their price: what AIC asks of a parameter. Without it more fits of
// pure noise would have a region too many.
constexpr double price_of_the_first_border = 2;

double cells_of(const std::vector<std::size_t>& bins, const std::vector<std::size_t>& parts) {
  double cells = 1;
  for (std::size_t axis = 0; axis < bins.size(); ++axis) cells *= static_cast<double>(bins[axis] * parts[axis]);
  return cells;
}

// One of the fits that are averaged.
struct ShiftedFit {
  std::vector<double> values;
  std::vector<double> weight;  // of each cell, over the number of fine cells in it
  Certificate certificate;
};

ShiftedFit fit_shifted(const Grid& fine_grid, const CellTable& fine, const ShiftedGrid& grid,
                       const CellFitter& fitter) {
  const CellTable table = coarse_table(fine, grid);
  const PathFit fit = fitter.make_solver(coarse_grid(fine_grid, grid), table, *fitter.loss)->solve(fitter.lambda);
  require_optimal(fit.certificate, fitter.accepted_relative_gap);
  std::vector<double> size(table.cells.size(), 0.0);
  for (const std::size_t cell : coarse_cells(fine.shape, grid)) size[cell] += 1;
  ShiftedFit result{fit.published(), {}, fit.certificate};
  result.weight.reserve(size.size());
  for (std::size_t cell = 0; cell < size.size(); ++cell) result.weight.push_back(table.cells[cell].weight / size[cell]);
  return result;
}

std::vector<std::size_t> parts_of_bins(const std::vector<std::size_t>& bins, std::size_t shifts) {
  const std::size_t most = bins.size() > 2 ? std::min(shifts, most_parts_in_space) : shifts;
  std::vector<std::size_t> parts;
  parts.reserve(bins.size());
  for (const std::size_t count : bins) parts.push_back(std::clamp<std::size_t>(most_fine_bins / count, 1, most));
  while (cells_of(bins, parts) > most_fine_cells) {
    const auto largest = std::max_element(parts.begin(), parts.end());
    if (*largest == 1) break;
    --*largest;
  }
  return parts;
}

}  // namespace

std::vector<std::size_t> fine_bins(const std::vector<std::size_t>& bins, std::size_t shifts) {
  std::vector<std::size_t> fine = parts_of_bins(bins, shifts);
  for (std::size_t axis = 0; axis < bins.size(); ++axis) fine[axis] *= bins[axis];
  return fine;
}

CellFit average_of_shifts(Grid fine, CellTable table, const std::vector<std::size_t>& bins, const CellFitter& fitter,
                          std::size_t threads, Progress& progress) {
  const std::vector<ShiftedGrid> grids = shifted_grids(fine, bins_per_step(fine, bins));
  std::vector<ShiftedFit> fits(grids.size());
  parallel_for(grids.size(), threads, [&](std::size_t i) {
    progress.check();
    fits[i] = fit_shifted(fine, table, grids[i], fitter);
  });
  CellFit result{std::move(fine), std::move(table), {}, fits.front().certificate};
  result.values.assign(result.table.cells.size(), 0.0);
  result.smooth_weight.assign(result.values.size(), 0.0);
  const double share = 1 / static_cast<double>(grids.size());
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const std::vector<std::size_t> coarse = coarse_cells(result.table.shape, grids[i]);
    for (std::size_t cell = 0; cell < coarse.size(); ++cell) {
      result.values[cell] += share * fits[i].values[coarse[cell]];
      result.smooth_weight[cell] += share * fits[i].weight[coarse[cell]];
    }
    Certificate& certificate = result.certificate;
    certificate.relative_gap = std::max(certificate.relative_gap, fits[i].certificate.relative_gap);
    certificate.max_violation = std::max(certificate.max_violation, fits[i].certificate.max_violation);
  }
  return result;
}

void make_regions(CellFit& fit, const Loss& loss, double noise, const RegionOptions& options) {
  const Shape& shape = fit.table.shape;
  if (options.border > 0) {
    const double price = options.border * noise;
    fit.values =
        merge_regions(shape, fit.values, fit.smooth_weight, [&loss](double mean) { return loss.variance(mean); },
                      {price, price_of_the_first_border * price});
  }
  relax_values(tv_problem(fit.table, loss), loss, options.relax, fit.values);
  if (!loss.has_identity_link()) keep_inside(loss, total_weight(fit.table), fit.values);
}

}  // namespace gaptv
