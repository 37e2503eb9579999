// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/progress.h"
#include "gaptv/model/fit.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Measures the error on held-out rows with nothing known of them: without the rows of each fold bins, lambda and the
// number of regions are chosen anew. The options are resolved; the model is the fit to all rows. It takes as long as
// the fit for each fold. The loss must be one of cell statistics. Throws InvalidInput where the source cannot leave out
// a fold.
HeldOut measure_nested(const TableSource& source, const FitOptions& options, const GridPenalty& penalty,
                       const Model& model, Progress& progress);

}  // namespace gaptv
