// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/evaluate/evaluate.h"
#include "gaptv/evaluate/mean_and_error.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {

struct CompareOptions {
  std::vector<std::string> methods = {};  // by name (gaptv/baselines/method.h); empty: all that can fit the loss
  std::size_t folds = 10;                 // parts of the rows; each is predicted by models that did not see it
  FitOptions fit = {};                    // of every method that looks at them; fit.method is not looked at
};

// Measures a method on one part of the rows.
struct HeldOutFold {
  Evaluation evaluation;  // on the rows of the fold; regions are those of the model
  double weight = 0;      // observations in the fold
  double lambda = 0;      // that the method chose; NaN if there is one for each class
  double seconds = 0;     // for the fit, on the clock
};

struct MethodComparison {
  std::string method;
  std::vector<HeldOutFold> folds;
};

struct Comparison {
  std::string loss;                       // without its parameter, or one_vs_rest
  double observations = 0;                // counting copies
  std::vector<MethodComparison> methods;  // in the order that was asked for
  std::vector<std::string> notes;         // what the user should know: methods that were left out
};

// Averages a measure over the folds.
GAPTV_API MeanAndError over_folds(const MethodComparison& method,
                                  const std::function<double(const HeldOutFold&)>& measure);

// Returns the sum of the deviances of all folds + 2 * the mean number of regions: for the squared loss the paper's
// measure, observations * rmse^2 + 2 * plateaus (which takes the noise to have unit variance).
GAPTV_API double aic(const MethodComparison& method);

// Fits every method to all rows but those of a fold (gaptv/evaluate/outer_folds.h), and measures it on these, fold by
// fold. Throws InvalidInput if a method is unknown or cannot fit the loss, if there are fewer observations than folds,
// and whatever the methods throw.
GAPTV_API Comparison compare(const DataView& data, const CompareOptions& options = {}, Progress* progress = nullptr);

}  // namespace gaptv
