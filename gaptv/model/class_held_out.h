// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"
#include "gaptv/model/row_source.h"

namespace gaptv {

// Holds what models of one class against the rest say of rows that they were not fitted to.
struct HeldOutClass {
  std::vector<std::size_t> fold;    // of each row
  std::vector<double> probability;  // from the other folds, by row
  std::vector<double> share;        // of the class in the other folds, by row
};

// Predicts every row by regions that are made without its fold: with bins and lambda of the model, or of their own if
// the options ask for nested. A row whose copies are in several folds counts in the first of them. The options are
// resolved; the model is the fit to all rows, by total variation.
HeldOutClass predict_held_out_class(const RowSource& source, const Model& model, const FitOptions& options,
                                    Progress& progress);

// Measures the deviance of held-out rows from the probabilities of all classes together, which are divided by their
// sum. A row's fold differs from class to class; none of the models that predict it has seen it. None if it is not
// finite.
std::optional<HeldOut> joint_held_out(const std::vector<HeldOutClass>& classes,
                                      const std::vector<std::size_t>& class_of_row, const DataView& data,
                                      const FitOptions& options);

}  // namespace gaptv
