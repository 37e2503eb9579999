// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/gap/gap_curve.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/grid_selection.h"
#include "gaptv/model/model.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/selection.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Holds what is settled before a row is located.
struct FitPlan {
  FitOptions options;                   // resolved; bins_max is a number of bins
  std::vector<std::size_t> candidates;  // the numbers of bins that the gap statistic compares

  bool wants_regions() const;
  // Tells whether cross-validation chooses the number of bins.
  bool chooses_bins_by_cv() const { return options.bins == BinsRule::cv && !candidates.empty(); }
};

// Makes the plan of a fit, or throws InvalidInput for fewer rows than folds, or more cells than fit into memory. The
// options are resolved.
FitPlan plan_fit(const TableSource& source, FitOptions options);

// Holds the number of bins that the gap statistic chose or the user gave; there is none yet if cross-validation chooses
// it.
struct BinsChoice {
  std::unique_ptr<CutTables> tables;  // cut for the candidates
  FittedLoss loss;
  std::vector<double> gap_sums;  // W of the candidates, in scaled outcomes
  GapCurve gap;
  std::optional<AxisBinsRecord> search = {};  // for numbers of bins of their own
  std::vector<std::size_t> bins;
};
BinsChoice choose_bins_per_axis(const TableSource& source, const FitPlan& plan, const GridSolverMaker& make_solver,
                                Progress& progress);

// Returns every number of bins per axis that the fit on these bins asks for, if the candidates do not offer them: a
// finer grid, or parts of its bins.
std::optional<std::vector<std::vector<std::size_t>>> find_finer_bins(const FitPlan& plan,
                                                                     const std::vector<std::size_t>& bins);

SelectOptions select_options(const TableSource& source, const FitPlan& plan, const FittedLoss& loss);

// Chooses the grid with its penalty. The result needs the tables in "choice", which become those that the grid needs.
Candidate choose_penalty(const TableSource& source, const FitPlan& plan, const SelectOptions& select,
                         const GridPenalty& penalty, BinsChoice& choice, Progress& progress);

// Holds the fit to all rows: its cells, or the regions that are made of them.
struct FinalFit {
  CellFit cells;
  double deviance = 0;
  std::optional<RegionRecord> regions = {};
  std::optional<HeldOut> held_out = {};
  std::vector<double> rows = {};  // by cell, where there are exposures
};
FinalFit make_final_fit(const TableSource& source, const Candidate& chosen, const FitPlan& plan,
                        const BinsChoice& choice, const GridPenalty& penalty, Progress& progress);

}  // namespace gaptv
