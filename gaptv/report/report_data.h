// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/model.h"

namespace gaptv::report {

// Collects what the script of the page draws of a model, with the fits along its path of lambdas. Arrays of cells are
// packed (packed.h). name is that of the class, if there are several models. points may be null.
nlohmann::ordered_json model_data(const Model& model, const Surface& surface, const Dataset* points,
                                  std::size_t threads, Progress& progress);

// Writes the colours of the map from lowest to highest: 256 times rrggbb.
std::string colour_table();

}  // namespace gaptv::report
