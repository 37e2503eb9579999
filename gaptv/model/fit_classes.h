// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <variant>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/class_model.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {

// One binomial fit for each of three labels or more (data.classes), that label against all others: the very fit() of
// outcomes that are 1 for it and 0 for the others, with the same options. options.loss: one_vs_rest or "auto". Throws
// as fit() does, and where there are fewer labels, or so many that the outcome looks like an identifier.
GAPTV_API ClassModel fit_classes(const DataView& data, const FitOptions& options = {}, Progress* progress = nullptr);
GAPTV_API ClassModel fit_classes(const Dataset& data, const FitOptions& options = {}, Progress* progress = nullptr);

// Throws InvalidInput unless data.classes are labels of that kind.
void check_classes(const DataView& data);
// Whether the loss asks for classes, or leaves it to the data and there are three labels or more.
GAPTV_API bool is_for_classes(const DataView& data, const FitOptions& options);

// What a fit makes of outcomes of any kind.
using AnyModel = std::variant<Model, ClassModel>;

// fit_classes() if the loss is one_vs_rest, or "auto" and there are three labels or more; fit() otherwise.
GAPTV_API AnyModel fit_any(const DataView& data, const FitOptions& options = {}, Progress* progress = nullptr);

}  // namespace gaptv
