// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Fits a surface for each of three labels or more (data.classes), that label against all others: each is the very fit
// of outcomes that are 1 for it and 0 for the others, with the same options. Throws as fit() does, and where there are
// fewer labels, or so many that the outcome looks like an identifier.
Model fit_classes(const DataView& data, const FitOptions& options, Progress* progress);

// Records the errors of the probabilities of all classes on the training rows.
void record_class_errors(Model& model, const std::vector<std::size_t>& class_of_row, const DataView& data,
                         std::size_t threads);

// Throws InvalidInput unless data.classes are labels of that kind.
void check_classes(const DataView& data);
// Tells whether the loss asks for classes, or leaves it to the data and there are three labels or more.
bool is_for_classes(const DataView& data, const FitOptions& options);

}  // namespace gaptv
