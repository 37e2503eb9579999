// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/loss/loss.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Describes a way to fit a model: GapTV itself, or one of those it is compared with. All return the same Model, so that
// whatever is done with one can be done with every other.
struct GAPTV_API Method {
  std::string_view name;         // as FitOptions::method and the model file have it
  std::string_view description;  // one line
  Model (*fit)(const DataView& data, const FitOptions& options, Progress* progress);
  bool (*takes)(const Loss& loss) = nullptr;  // null: it can fit all losses

  // Tells whether it can fit the loss of this name, given without its parameter.
  bool can_fit(std::string_view loss) const;
};

// Returns every method, GapTV first.
GAPTV_API std::span<const Method> methods();

// Finds a method by its name. Throws InvalidInput, naming those that there are, if there is none of that name.
GAPTV_API const Method& find_method(std::string_view name);

// Writes the names one after the other, with the separator between them.
GAPTV_API std::string method_names(std::string_view separator);

// Fits a model, obeying every option: the method, and whatever it looks at. Throws InvalidInput when data or options
// are refused, Interrupted when progress asks to stop.
GAPTV_API Model fit(const DataView& data, const FitOptions& options = {}, Progress* progress = nullptr);
GAPTV_API Model fit(const Dataset& data, const FitOptions& options = {}, Progress* progress = nullptr);

}  // namespace gaptv
