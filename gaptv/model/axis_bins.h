// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/model.h"
#include "gaptv/regions/region_fit.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Gives each feature a number of bins of its own, down to one, which is a feature that is not used
// (docs/theory/gap.md has the rule). The search begins with the same number for all and moves only to grids that
// predict held-out rows clearly better, the same rows for both.

// Tells whether a fit does so: with two features or more, a loss of cell statistics, folds to compare with, and not too
// many rows.
bool gives_axes_own_bins(const SourceSummary& summary, const FitOptions& options);

// Returns by axis, in increasing order, the numbers of bins that the search may ask for if it begins with "start".
std::vector<std::vector<std::size_t>> numbers_for_axes(const std::vector<std::size_t>& start, double observations);

// Searches from "start". The result says what was tried, in units of the scaled outcomes, and what was chosen.
AxisBinsRecord search_axis_bins(const TableSource& source, const std::vector<std::size_t>& start,
                                const FittedLoss& loss, const GridSolverMaker& make_solver, const FitOptions& options,
                                Progress& progress);

// Says which features are not used, and why.
std::vector<std::string> notes_on_axis_bins(const AxisBinsRecord& record, const SourceSummary& summary);

}  // namespace gaptv
