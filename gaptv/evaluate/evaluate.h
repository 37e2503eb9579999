// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Measures how well probabilities tell outcomes 1 from outcomes 0.
struct ClassificationMeasures {
  double accuracy = 0;  // share of rows on the right side of 1/2; a probability of 1/2 counts half
  double log_loss = 0;  // mean of -log(probability of what happened)
  double brier = 0;     // mean squared error of the probability
  // This is the share of pairs of a 1 and a 0 in which the 1 has the higher probability, ties counting half; NaN if all
  // outcomes are equal.
  double auc = 0;
};

// Measures how well a model predicts rows with known outcomes (weights count copies).
struct Evaluation {
  std::size_t rows = 0;
  double rmse = 0;
  double mae = 0;
  double max_error = 0;
  double deviance = 0;  // of the loss: for the squared loss the sum of squared errors, else twice the sum of its values
  // This is the number of regions of constant prediction. When the rows are the points of a full grid (each combination
  // of the distinct feature values exactly once), they are counted on that grid, values within 1e-4 of the first cell
  // of a region counting as equal, as in the paper's experiments; otherwise they are the regions of the model.
  std::size_t plateaus = 0;
  bool is_counted_on_grid = false;
  // This is the trade-off, deviance + 2 * plateaus. For the squared loss that is the paper's measure,
  // rows * rmse^2 + 2 * plateaus (its noise has unit variance).
  double aic = 0;
  std::optional<ClassificationMeasures> classification = {};  // for the binomial loss and for several classes
};

// Measures a model on rows with known outcomes. The data has its features in the order of the model's, and its outcome
// as in the fit (0 and 1 in the order of the model's classes, successes with trials as weights, counts with exposures).
// Throws InvalidInput when they do not fit.
//
// For a model of several classes, labels of the data are found by their names among the model's. These measures differ:
//   accuracy       share of rows whose most probable class (of equal ones the first) is their own
//   brier          mean over rows of the sum over classes of squared errors: 0 to 2; of two classes it would be twice
//                  the one above
//   auc            the average over the classes, each against the rest; classes that are of no row, or of all, are left
//                  out
//   rmse, mae, max_error   over all rows and classes, so that rmse^2 * classes = brier
//   deviance       2 * observations * log_loss
//   plateaus       the sum over all surfaces, never counted on a grid
//
// For a model that was fitted with the caller's own loss, deviance and aic are NaN unless the loss is given.
GAPTV_API Evaluation evaluate(const Model& model, const DataView& data, std::size_t threads = 0,
                              const OutcomeLoss* own_loss = nullptr);

}  // namespace gaptv
