// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/folded_data.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Holds the mean over rows of a difference of two deviances, and its standard error.
struct PairedDifference {
  double mean = 0;
  double standard_error = 0;
};

// Sums up, over rows that are known by the statistics of their cells, how far their deviances from two predictions
// differ: D(y, a) - D(y, b), which is linear in the outcome y for every CellLoss. So weight, mean and scatter of a cell
// give the sum of the differences and that of their squares exactly, as if every row had been looked at. (With
// exposures the squares are exact if all rows have the same; otherwise they are those of rows of the mean exposure.)
class DifferenceSums {
 public:
  explicit DifferenceSums(const CellLoss& loss) : loss_(loss) {}
  // Adds the rows of a cell, for which a and b are predicted, on the scale of means.
  void add(const CellStats& cell, double a, double b);
  // The observations are those of all cells that were added.
  PairedDifference result(double observations) const;

 private:
  const CellLoss& loss_;
  double weight_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

// Stands for the number of bins of a refinement (Axis::bins_requested): more than anybody can ask for.
inline constexpr std::size_t bins_of_refinement = 1000000;

// Makes the grid that is cut at all edges of all grids with these numbers of bins, which are given by axis.
Grid refine_all(const CutTables& tables, const std::vector<std::vector<std::size_t>>& numbers);

// Says how the grids that are compared are fitted.
struct ComparedFits {
  CellFitter fitter;
  const CellMask* mask = nullptr;
  std::size_t lambdas = 8;  // a coarse path: lambda need not be as good as that of the fit
  double lambda_ratio = 1000;
  std::size_t threads = 0;
};

// Compares grids with different numbers of bins by what their fits predict for held-out rows, the same rows for all.
// The rows are counted once, fold by fold, on the common refinement of all these grids; every grid is made of its
// cells.
class GridComparison {
 public:
  using Bins = std::vector<std::size_t>;

  // numbers: by axis, every number of bins that will be asked for. The source has two folds or more.
  GridComparison(const TableSource& source, const std::vector<Bins>& numbers, ComparedFits how, Progress& progress);

  // Returns the number of bins per axis that are left after repeated values collapsed.
  Bins bins_kept(const Bins& bins) const;
  // Returns the mean held-out deviance of an observation, with the best lambda of the path.
  double error(const Bins& bins) { return fit(bins).error; }
  // Returns by how much the deviances of held-out rows fall from the first grid to the second.
  PairedDifference fall(const Bins& from, const Bins& to);

 private:
  struct HeldOutFit {
    double error = 0;
    std::vector<std::size_t> cell_of_refined;  // by cell of the refinement
    std::vector<std::vector<double>> values;   // by fold, of the fit without it; none for folds that are passed over
  };
  const HeldOutFit& fit(const Bins& bins);
  // Goes along the path of lambdas, from the largest down, until smaller ones are no better.
  HeldOutFit fit_without_folds(const FoldedData& data);
  Grid make_grid(const Bins& bins) const;

  ComparedFits how_;
  Progress& progress_;
  std::vector<std::map<std::size_t, Axis>> axes_;  // by axis and number of bins
  Grid refined_;
  std::vector<CellTable> folds_;  // on the refinement
  std::map<Bins, HeldOutFit> fits_;
};

}  // namespace gaptv
