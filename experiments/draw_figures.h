// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "experiments/result_file.h"
#include "experiments/summary.h"
#include "experiments/trial.h"

namespace gaptv {

// These functions draw the figures of the paper from the results of the experiments, each as FILE.svg, FILE.pdf and
// FILE.png in the folder of the results.

// Draws RMSE, plateaus and AIC against the size of the sample: synthetic.
void draw_synthetic(const Summary& summary, const ExperimentOptions& options);
// Draws methods below each other, sizes beside each other, from the rows of synthetic_map.csv: synthetic_map.
void draw_synthetic_maps(const std::vector<Fields>& rows, const ExperimentOptions& options);
// Draws RMSE and maximum error against the number of bins: bins.
void draw_bins(const Summary& summary, const ExperimentOptions& options);
// Draws the data and the fits, from the rows of crime_CITY_map.csv: crime_CITY_map.
void draw_crime_maps(const std::vector<Fields>& rows, const std::string& city, const ExperimentOptions& options);

}  // namespace gaptv
