// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/summary.h"
#include "experiments/trial.h"
#include "gaptv/areas/area_layer.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/mean_and_error.h"

namespace gaptv {

// Holds how far published values are from the outcomes of other rows.
struct PublishedError {
  double rmse = 0;
  double deviance = 0;      // the mean of an observation, by the loss
  std::size_t nowhere = 0;  // rows in no area: they are predicted by the mean of the areas' rows
};

// Predicts rows by nothing but a published layer with the columns value and count: each by the value of the area in
// which it lies. "observations" is how many the areas were made of; it says how near to 0 or 1 a mean may be.
PublishedError error_of_published(const AreaLayer& areas, const DataView& rows, const std::string& loss,
                                  double observations);

// Compares areas that have at least 5, 10, 50 or 100 rows each: those of make_release(), from a default fit, with
// squares that are merged (merged_squares.h; "squares-F-C" has the finest and the coarsest resolution F and C) and,
// where there is one for the loss, the leaves of a pruned tree that keeps the count. Each fold is predicted by areas
// that were made of the other rows. Simulated plateaus; writes areas.csv with the columns data, rows, trial, fold,
// min_count, method, rmse, deviance, areas (those that have a value of their own) and blank (the share of rows in
// squares without one).
Summary run_protected_areas(const ExperimentOptions& options, Progress& progress);

// Compares them on the public data sets on a map that the folder has (experiments/real_sets.h), and writes
// areas_real.csv with the same columns.
Summary run_protected_areas_on_real_sets(const std::string& folder, const ExperimentOptions& options,
                                         Progress& progress);

// Sets GapTV's areas beside the squares with the smallest error (RMSE), chosen with hindsight.
struct BesideSquares {
  Fields group;  // data, rows and min_count
  MeanAndError gaptv;
  double gaptv_areas = 0;
  std::string squares;  // the name of the best
  MeanAndError best;
  double best_areas = 0;
};
std::vector<BesideSquares> beside_squares(const Summary& areas);

// Writes the layers that docs/areas.md shows, of all of Chicago's reports if the folder has them: the regions of the
// model (areas_map_regions.geojson), and areas of at least 10 reports by make_release() and as merged squares
// (areas_map_release.geojson, areas_map_squares.geojson).
void write_area_maps(const std::string& folder, const ExperimentOptions& options, Progress& progress);

}  // namespace gaptv
