// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// The whole method: quantile grid, number of bins, lambda, exact fit, certificate. Throws InvalidInput when data or
// options are refused, Interrupted when progress asks to stop.
Model fit(const DataView& data, const FitOptions& options = {}, Progress* progress = nullptr);
Model fit(const Dataset& data, const FitOptions& options = {}, Progress* progress = nullptr);

}  // namespace gaptv
