// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/crime_grid.h"
#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/base/progress.h"

namespace gaptv {

// Holds the options of the paper's study of crimes in a city. common.trials and common.sizes are not looked at.
struct CrimeOptions {
  ExperimentOptions common;
  std::string city;        // as results and files name it: letters, digits, - and _
  std::size_t folds = 20;  // each predicted by models that did not see it
};

// Predicts every fold by every method. RMSE and maximum error are of the held-out cells, plateaus those of the
// prediction on the whole grid, and AIC = size of the whole grid * RMSE^2 + 2 * plateaus, as in the paper. Writes
// crime_CITY.csv, and crime.csv with the results of all cities in the folder.
Summary run_crime(const CrimeGrid& grid, const CrimeOptions& options, Progress& progress);

// Fits every method to all cells, which is what is drawn. Writes crime_CITY_map.csv: method, ix, iy, value; the data
// themselves are the method "raw". Returns its rows.
std::vector<Fields> write_crime_maps(const CrimeGrid& grid, const CrimeOptions& options, Progress& progress);

}  // namespace gaptv
