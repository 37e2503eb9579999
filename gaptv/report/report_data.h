// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "gaptv/base/progress.h"
#include "gaptv/model/model.h"
#include "gaptv/report/report.h"

namespace gaptv::report {

// Collects what the script of the page draws of a model, and the same fit with other numbers of regions. Arrays of
// cells are packed (packed.h).
nlohmann::ordered_json model_data(const Model& model, const Surface& surface, const ReportOptions& options,
                                  Progress& progress);

// Writes the colours of the map from lowest to highest: 256 times rrggbb.
std::string colour_table();

}  // namespace gaptv::report
