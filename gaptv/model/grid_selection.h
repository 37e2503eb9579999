// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/select/folded_data.h"
#include "gaptv/select/selection.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Holds a grid, the rows on it and the penalty chosen for it.
struct Candidate {
  Grid grid;
  std::unique_ptr<FoldedData> data;
  Selection selection;
};

// Chooses lambda for grids. What it is made of must outlive it.
class GridSelector {
 public:
  GridSelector(const CutTables& tables, const FittedLoss& loss, const GridPenalty& penalty,
               const SelectOptions& options, const CellMask& mask)
      : tables_(tables), loss_(loss), penalty_(penalty), options_(options), mask_(mask) {}

  // Tabulates the rows on the grid with so many bins per axis and chooses lambda for it.
  Candidate at(const std::vector<std::size_t>& bins, Progress& progress) const;

  // Chooses the number of bins with the smallest held-out error of those that the search of bins_search.h tries.
  Candidate best_by_cv(const std::vector<std::size_t>& bins, std::size_t axes, Progress& progress) const;

 private:
  // Says in the grid which cells the mask leaves out.
  std::unique_ptr<FoldedData> tabulate(Grid& grid, Progress& progress) const;

  const CutTables& tables_;
  const FittedLoss& loss_;
  const GridPenalty& penalty_;
  const SelectOptions& options_;
  const CellMask& mask_;
};

// Returns every number of bins that will be asked for, per axis.
std::vector<std::vector<std::size_t>> bins_needed(const FitOptions& options, std::size_t axes,
                                                  const std::vector<std::size_t>& candidates);

// Returns what the gap statistic of the candidates is asked for, with the formula that the options ask for.
GapOptions gap_options(const TableSource& source, const CutTables& tables, const FittedLoss& loss,
                       const std::vector<std::size_t>& candidates, const FitOptions& options);

// Returns the number of bins per axis by the rule, where cross-validation does not choose it.
std::vector<std::size_t> bins_by_rule(const GapCurve& gap, const FitOptions& options, std::size_t axes,
                                      double observations);

}  // namespace gaptv
