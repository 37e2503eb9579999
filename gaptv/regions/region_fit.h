// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/regions/region_choice.h"
#include "gaptv/tv/certificate.h"
#include "gaptv/tv/path_solver.h"

namespace gaptv {

// Says what is done with fits to get from cells to regions (docs/theory/regions.md). By default nothing is, as in the
// paper.
struct RegionOptions {
  std::size_t shifts = 1;    // on each axis: fits on grids shifted by a part of a bin are averaged
  double relax = 0;          // from the fitted value of a region (0) to the mean of its outcomes (1)
  bool relax_by_cv = false;  // cross-validation chooses relax, together with lambda, from 0, 1/4, 1/2, 3/4 and 1
  double border = 0;         // what a border must explain, in units of the noise; others are dropped
  // All borders together must be worth this many times their price: by default what AIC asks of a parameter. Without it
  // more fits of pure noise would have a region too many.
  double first_border = 2;
  double min_rows = 0;    // no region has fewer
  RegionsChoice regions;  // how many there are to be

  // Tells whether cells are joined at all.
  bool joins() const { return border > 0 || min_rows > 1 || regions.rule != RegionsRule::automatic; }
};

// A grid with the statistics of its cells and what is fitted to them, all in scaled outcomes.
struct CellFit {
  Grid grid;
  CellTable table;
  std::vector<double> values;  // published: on the scale of means
  Certificate certificate;
};

// Makes the solver that fits the cells of a grid: it decides which penalty joins them, and may look at where the bins
// lie.
using GridSolverMaker =
    std::function<std::unique_ptr<PathSolver>(const Grid& grid, const CellTable& table, const CellLoss& loss)>;

// Says how the cells of a grid are fitted.
struct CellFitter {
  GridSolverMaker make_solver;
  const CellLoss* loss;
};

// Returns, per axis, the bins of the fine grid on which a grid of so many bins can be shifted: each bin is cut into as
// many parts as asked for, but into fewer where there would be too many bins to be stored and shown.
std::vector<std::size_t> fine_bins(const std::vector<std::size_t>& bins, std::size_t shifts);

// Means of fits on all shifts of a grid, by cell of the fine grid.
struct ShiftAverages {
  std::vector<std::vector<double>> values;  // by lambda
  // By lambda, the certificate of the first shift with the largest gap and violation of all.
  std::vector<Certificate> certificates;
  // By cell, the observations that count for borders between regions: the cell's share of those in the shifted cells
  // that it lies in. Cells that are left out have none, and the values of the nearest cell that stays.
  std::vector<double> smooth_weight;
};

// Averages the fits on all shifts of a grid of so many bins, for each lambda. Each fit is proven.
ShiftAverages average_shifts(const Grid& fine, const CellTable& table, const std::vector<std::size_t>& bins,
                             const CellFitter& fitter, const std::vector<double>& lambdas, std::size_t threads,
                             Progress& progress);

}  // namespace gaptv
