// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Compares preset best with preset paper (for the method gaptv) and with the other methods, on preset_cases(). Writes
// presets.csv with the columns case, n, method, trial and the measures. Methods leave out what they cannot fit. Sizes,
// where given, are those of all cases.
Summary run_presets(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
