// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/region_fit.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "gaptv/base/parallel.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/regions/shifted_grids.h"

namespace gaptv {
namespace {

// Beyond that a model file becomes unwieldy.
constexpr std::size_t most_fine_bins = 200;
constexpr double most_fine_cells = 250000;
// With three features there are eight grids for two parts already.
constexpr std::size_t most_parts_in_space = 2;

double cells_of(const std::vector<std::size_t>& bins, const std::vector<std::size_t>& parts) {
  double cells = 1;
  for (std::size_t axis = 0; axis < bins.size(); ++axis) cells *= static_cast<double>(bins[axis] * parts[axis]);
  return cells;
}

// The fits on one of the grids that are averaged.
struct ShiftedFits {
  std::vector<std::vector<double>> values;  // by lambda
  std::vector<Certificate> certificates;
  std::vector<double> weight;  // of each cell, over the number of fine cells in it
};

ShiftedFits fit_shifted(const Grid& fine_grid, const CellTable& fine, const ShiftedGrid& grid, const CellFitter& fitter,
                        const std::vector<double>& lambdas, Progress& progress) {
  const CellTable table = make_coarse_table(fine, grid);
  const std::unique_ptr<PathSolver> solver = fitter.make_solver(make_coarse_grid(fine_grid, grid), table, *fitter.loss);
  ShiftedFits result;
  for (const double lambda : lambdas) {
    progress.check();
    const PathFit fit = solver->solve(lambda);
    result.values.push_back(fit.published());
    result.certificates.push_back(fit.certificate);
  }
  std::vector<double> size(table.cells.size(), 0.0);
  const std::vector<std::size_t> coarse = find_coarse_cells(fine.shape, grid);
  for (std::size_t cell = 0; cell < coarse.size(); ++cell) {
    if (!fine_grid.is_left_out(cell)) size[coarse[cell]] += 1;
  }
  result.weight.reserve(size.size());
  for (std::size_t cell = 0; cell < size.size(); ++cell) {
    result.weight.push_back(size[cell] > 0 ? table.cells[cell].weight / size[cell] : 0.0);
  }
  return result;
}

std::vector<std::size_t> parts_of_bins(const std::vector<std::size_t>& bins, std::size_t shifts) {
  const auto used = std::ranges::count_if(bins, [](std::size_t count) { return count > 1; });
  const std::size_t most = used > 2 ? std::min(shifts, most_parts_in_space) : shifts;
  std::vector<std::size_t> parts;
  parts.reserve(bins.size());
  for (const std::size_t count : bins) {
    // An axis of one bin is not cut at all: its feature is not used.
    parts.push_back(count == 1 ? 1 : std::clamp<std::size_t>(most_fine_bins / count, 1, most));
  }
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

ShiftAverages average_shifts(const Grid& fine, const CellTable& table, const std::vector<std::size_t>& bins,
                             const CellFitter& fitter, const std::vector<double>& lambdas, std::size_t threads,
                             Progress& progress) {
  const std::vector<ShiftedGrid> grids = make_shifted_grids(fine, bins);
  std::vector<ShiftedFits> fits(grids.size());
  parallel_for(grids.size(), threads,
               [&](std::size_t i) { fits[i] = fit_shifted(fine, table, grids[i], fitter, lambdas, progress); });
  ShiftAverages result;
  result.values.assign(lambdas.size(), std::vector<double>(table.cells.size(), 0.0));
  result.certificates = fits.front().certificates;
  result.smooth_weight.assign(table.cells.size(), 0.0);
  const double share = 1 / static_cast<double>(grids.size());
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const std::vector<std::size_t> coarse = find_coarse_cells(table.shape, grids[i]);
    const auto add = [&coarse, share](const std::vector<double>& of_coarse, std::vector<double>& sum) {
      for (std::size_t cell = 0; cell < coarse.size(); ++cell) sum[cell] += share * of_coarse[coarse[cell]];
    };
    for (std::size_t k = 0; k < lambdas.size(); ++k) {
      add(fits[i].values[k], result.values[k]);
      take_worse(result.certificates[k], fits[i].certificates[k]);
    }
    add(fits[i].weight, result.smooth_weight);
  }
  if (fine.left_out.empty()) return result;
  for (std::vector<double>& values : result.values) fill_left_out(fine, values);
  for (std::size_t cell = 0; cell < fine.left_out.size(); ++cell) {
    if (fine.left_out[cell]) result.smooth_weight[cell] = 0;
  }
  return result;
}

}  // namespace gaptv
