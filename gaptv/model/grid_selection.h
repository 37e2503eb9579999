// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/binned_rows.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/select/folded_data.h"
#include "gaptv/select/selection.h"

namespace gaptv {

// The fold of each row, and what the rows of each fold say beyond their cells.
struct RowFolds {
  FoldAssignment assigned;
  std::vector<RowDeviance> deviances;  // empty where the cells say all
};

// A grid, the rows on it and the penalty chosen for it.
struct Candidate {
  Grid grid;
  std::unique_ptr<FoldedData> data;
  Selection selection;
};

// Chooses lambda for grids. What it is made of must outlive it.
class GridSelector {
 public:
  GridSelector(const BinnedRows& rows, const RowFolds& folds, const FittedLoss& loss, const GridPenalty& penalty,
               const SelectOptions& options)
      : rows_(rows), folds_(folds), loss_(loss), penalty_(penalty), options_(options) {}

  // Tabulates the rows on the grid with so many bins per axis and chooses lambda for it.
  Candidate at(const std::vector<std::size_t>& bins, Progress& progress) const;

  // Chooses the number of bins with the smallest held-out error of those that the search of bins_search.h tries.
  Candidate best_by_cv(const std::vector<std::size_t>& bins, Progress& progress) const;

  // The statistics of all rows.
  CellTable table_of(const Grid& grid, Progress& progress) const;

  const BinnedRows& rows() const { return rows_; }

 private:
  std::unique_ptr<FoldedData> tabulate(const Grid& grid, Progress& progress) const;
  std::vector<CellTable> tabulate_folds(const Grid& grid, Progress& progress) const;

  const BinnedRows& rows_;
  const RowFolds& folds_;
  const FittedLoss& loss_;
  const GridPenalty& penalty_;
  const SelectOptions& options_;
};

// Every number of bins that will be asked for, per axis.
std::vector<std::vector<std::size_t>> bins_needed(const FitOptions& options, std::size_t axes,
                                                  const std::vector<std::size_t>& candidates);

// The gap statistic of the candidates, by the formula that the options ask for.
GapCurve curve_of(const BinnedRows& rows, const FittedLoss& loss, const std::vector<std::size_t>& candidates,
                  const FitOptions& options, Progress& progress);

// The number of bins per axis by the rule, unless cross-validation is to choose it.
std::vector<std::size_t> bins_by_rule(const GapCurve& gap, const FitOptions& options, std::size_t axes,
                                      double observations);

}  // namespace gaptv
