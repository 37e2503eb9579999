// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Preset best against preset paper (for the method gaptv) and against the other methods, on preset_cases():
// presets.csv with the columns case, n, method, trial and the measures. Methods leave out what they cannot
// fit. Sizes, where given, are those of all cases.
Summary run_presets(const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
