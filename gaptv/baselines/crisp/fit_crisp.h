// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Fits CRISP (Petersen, Simon and Witten 2016) to the statistics of the cells, as fit_gaptv() does, but with the
// Euclidean norms of the differences of neighbouring rows, and of columns, as penalty (docs/theory/crisp.md). It takes
// numbers only, with the squared loss. The grid has min(observations, 100) bins per feature where options.bins leaves
// the choice to the gap statistic.
Model fit_crisp(const DataView& data, const FitOptions& options, Progress* progress);

// Fits CRISP as fit_crisp() does, but on the grid that the gap statistic chooses.
Model fit_gapcrisp(const DataView& data, const FitOptions& options, Progress* progress);

}  // namespace gaptv
