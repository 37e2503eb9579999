// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/data/dataset.h"
#include "gaptv/model/model.h"

namespace gaptv {

// How well a model predicts rows with known outcomes (weights count copies).
struct Evaluation {
  std::size_t rows = 0;
  double rmse = 0;
  double mae = 0;
  double max_error = 0;
  double deviance = 0;  // the sum of squared errors
  // Regions of constant prediction. When the rows are the points of a full grid (each combination of the distinct
  // feature values exactly once), they are counted on that grid, values within 1e-4 of the first cell of a region
  // counting as equal, as in the paper's experiments; otherwise the plateaus of the model.
  std::size_t plateaus = 0;
  bool is_counted_on_grid = false;
  // The paper's measure of the trade-off: rows * rmse^2 + 2 * plateaus (its noise has unit variance).
  double aic = 0;
};

// The data's features in the order of the model's. Throws InvalidInput when they do not fit.
Evaluation evaluate(const Model& model, const DataView& data, std::size_t threads = 0);

}  // namespace gaptv
