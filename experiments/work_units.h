// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "experiments/result_file.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// A part of an experiment whose result depends on nothing but its name and the settings.
struct WorkUnit {
  Fields name;
  double cost = 1;  // about, in seconds: for the time that remains
  std::function<std::vector<Fields>(Progress& progress)> run;
};

// Runs the units that have no results yet, several at the same time, and completes the file.
void run_units(const std::vector<WorkUnit>& units, ResultFile& results, std::size_t threads, Progress& progress);

std::vector<Fields> names_of(const std::vector<WorkUnit>& units);

}  // namespace gaptv
