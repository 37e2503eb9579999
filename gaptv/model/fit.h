// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Says what joins the cells of a fit, for methods that differ from GapTV in nothing else.
struct GridPenalty {
  std::string method;           // its name in the model
  GridSolverMaker make_solver;  // of losses of cell statistics; the solvers say which gap is accepted
  std::string empty_cell_rule;
};

// Makes solvers of total variation, with the options' edges and rule for empty cells.
GridSolverMaker tv_solver_maker(const FitOptions& options);

// Fits by the method gaptv from end to end: quantile grid, number of bins, lambda, exact fit, certificate, regions;
// three labels or more get one surface each. Throws InvalidInput when data or options are refused, Interrupted when
// progress asks to stop.
Model fit_gaptv(const DataView& data, const FitOptions& options, Progress* progress);

// Fits as fit_gaptv() does, but with the caller's penalty; the loss must work on cell statistics.
Model fit_with_penalty(const DataView& data, const FitOptions& options, const GridPenalty& penalty, Progress* progress);

// Fits what a source tells of rows, wherever these are kept; the options are resolved.
Model fit_source(const TableSource& source, const FitOptions& resolved, const GridPenalty& penalty, Progress& progress);

}  // namespace gaptv
