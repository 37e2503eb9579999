// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Holds the fit for one lambda of the path that a model's lambda was chosen from.
struct FitOnPath {
  double lambda = 0;
  std::vector<double> values;  // by cell of the model's grid, on the scale of the outcome
  std::size_t regions = 0;     // connected cells of equal value
  bool is_chosen = false;      // the model itself
};

// Tells whether fitted_path() has anything to say: it has for fits by total variation whose loss needs the statistics
// of the cells only, and whose lambda_max is above 0.
bool has_fitted_path(const Model& model, const Surface& surface);

// Returns what the same fit gives for every lambda of the path (the one of the cross-validation or, without, 50 values
// from lambda_max down to a thousandth of it, and the model's own), largest first. It is computed from the cells of the
// model: no rows are needed. Noise, and with it the price of borders, is that of the model. Throws InvalidInput if
// there is no path, or the model's record contradicts its grid.
std::vector<FitOnPath> fitted_path(const Model& model, const Surface& surface, std::size_t threads, Progress& progress);

}  // namespace gaptv
