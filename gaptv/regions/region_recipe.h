// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/regions/held_out_path.h"
#include "gaptv/regions/region_choice.h"
#include "gaptv/regions/region_fit.h"

namespace gaptv {

// Says how regions are made of a table of cells, whichever rows are in it: all of them, or those outside a fold.
struct RegionRecipe {
  const Grid& grid;               // the fine one, on which shifted grids are averaged
  std::vector<std::size_t> bins;  // of the grid that is shifted
  CellFitter fitter;
  RegionOptions options;
  double noise = 0;               // the variance of an outcome over what the loss says of it
  double lambda = 0;              // for all rows
  std::vector<double> rows = {};  // by cell of the fine grid, of all rows

  Valuation valuation() const { return {fitter.loss, options.relax, noise}; }
  BorderPrices prices() const { return {options.border * noise, options.first_border * options.border * noise}; }
};

struct FittedJoinable {
  JoinableCells cells;
  Certificate certificate;  // the worst of all fits that were averaged
};

// Fits the cells of a table and joins them step by step.
FittedJoinable fit_joinable(const RegionRecipe& recipe, const CellTable& table, double lambda, std::size_t threads,
                            Progress& progress);

// Values the regions of a partition, by cell of the fine grid.
std::vector<double> value_cells(const RegionRecipe& recipe, const JoinableCells& cells, const CellTable& table,
                                std::size_t regions);

// Fits the cells of a table for a lambda and makes regions of them, as many as the recipe says; where that is for
// held-out errors to say, as many as have borders worth their price. Returns their values, by cell of the fine grid.
std::vector<double> make_regions(const RegionRecipe& recipe, const CellTable& table, double lambda, Progress& progress);

// Holds the held-out error of a recipe: of the regions that it makes itself, and by number of regions.
struct HeldOutRecipe {
  HeldOutCurve curve;
  double error = 0;  // where borders decide about the number of regions
  double standard_error = 0;
  double error_of_one = 0;  // where one value is predicted for all
};

// Repeats the recipe without the rows of each fold, joins along the path of its own, and measures the error of the
// fold's rows at every number of regions that is asked for. The grid, lambda and noise are those of all rows; lambda is
// carried over to fewer rows as in cross-validation.
HeldOutRecipe measure_recipe(const RegionRecipe& recipe, const std::vector<CellTable>& folds,
                             std::vector<std::size_t> counts, std::size_t threads, Progress& progress);

}  // namespace gaptv
