// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/grid_selection.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Names a feature that a fit is better without, where the folds hold out the same rows and lambda is chosen anew.
struct NeedlessFeature {
  std::size_t number;  // from 0
  double lower_by;     // the share by which the held-out error falls
};

// With three features, cells are many and rows in each few, so that one feature that tells nothing can hide what the
// others tell. Looks for the one whose absence lowers the held-out error most; returns none if that is less than a
// hundredth, if there are fewer features, or if the user gave the bins. "error" is that of the fit with all features,
// before cells are joined to regions. The search costs a selection of lambda with two features for each of the three.
std::optional<NeedlessFeature> find_needless_feature(const TableSource& source, const FittedLoss& loss,
                                                     const GridPenalty& penalty, const SelectOptions& select,
                                                     const FitOptions& options, double error, Progress& progress);

// Tells whether a fit looks for such a feature.
bool looks_for_needless_feature(const SourceSummary& summary, const FitOptions& options);

// Chooses the number of bins per axis of the fit without a feature: "source" is without it already.
std::vector<std::size_t> choose_bins_without(const TableSource& source, const FittedLoss& loss,
                                             const FitOptions& options, Progress& progress);

}  // namespace gaptv
