// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/result_file.h"
#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Describes a part of an experiment whose result depends on nothing but its name and the settings.
struct WorkUnit {
  Fields name;
  double cost = 1;  // about, in seconds: for the time that remains
  std::function<std::vector<Fields>(Progress& progress)> run;
};

// Runs the units that have no results yet, several at the same time, and completes the file.
void run_units(const std::vector<WorkUnit>& units, ResultFile& results, std::size_t threads, Progress& progress);

// Describes a file of results and what is told of it.
struct ResultTable {
  std::string name;  // of the file, without .csv
  Fields columns;
  std::size_t unit_columns = 1;  // that name a unit
  Fields group_columns;          // whose rows are averaged
  Fields measures;               // the averages
};

// Runs the units and writes NAME.csv and NAME_summary.csv; returns the latter, of all that is in the file.
Summary run_and_summarise(const ResultTable& table, const std::vector<WorkUnit>& units,
                          const ExperimentOptions& options, const std::string& settings, Progress& progress);

}  // namespace gaptv
