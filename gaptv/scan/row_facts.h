// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/data/observations.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/grid/quantiles.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/outcome.h"
#include "gaptv/scan/prepared_rows.h"
#include "gaptv/select/table_source.h"

namespace gaptv {

// Holds what a first look at all rows tells, when neither the loss nor what weights mean is known.
struct RowFacts {
  std::size_t rows = 0;
  std::size_t dropped = 0;
  OutcomeFacts outcome = {};  // as it was given, before it was divided by exposures
  double lowest_outcome = infinity;
  double highest_outcome = -infinity;
  double largest_exposure = 0;
  CellStats all = {};             // of outcomes, by weight and exposure
  CellStats all_unweighted = {};  // by exposure, for weights that turn out to be like none
  WeightFacts weights = {};
};

// Throws InvalidInput if no row is left.
void check_has_rows(const RowFacts& facts);

// Decides which loss is fitted, where the preparation says "auto", and adds what the user should know to the notes.
void decide_loss(const RowFacts& facts, RowPreparation& how, SourceSummary& summary);

// Decides what weights mean. Those of the kind precision have to be added up as shares of the largest. Throws
// InvalidInput where they cannot be what the options say.
void decide_weights(const RowFacts& facts, const FitOptions& options, RowPreparation& how, SourceSummary& summary,
                    const std::function<PrecisionScale()>& add_up);

// Returns the mean outcome as it is fitted.
double mean_outcome(const RowFacts& facts, const RowPreparation& how);

// Chooses the units of outcomes where the loss has units, and sets the total weight.
void decide_scale(const RowFacts& facts, const RowPreparation& how, SourceSummary& summary);

// Returns the scales that rows are dealt to folds with (fold_rule.h), from the stretches of each axis; none without
// folds.
std::vector<int> find_fold_scales(const RowFacts& facts, const SourceSummary& summary,
                                  const std::vector<std::vector<ValueStretch>>& stretches);

}  // namespace gaptv
