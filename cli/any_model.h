// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/model/fit_classes.h"

namespace gaptv::cli {

// A model from a file or, with "-", from standard input.
AnyModel load_any_model(const std::string& path);

// What models of every kind have in common.

// The model itself, or that of the first class: features, outcome and rows are the same in all.
const Model& first_part(const AnyModel& model);
std::vector<std::string> feature_names(const Model& model);
// Of labels; empty for other outcomes.
const std::vector<std::string>& classes_of(const AnyModel& model);
// What the user should know.
const std::vector<std::string>& notes_of(const AnyModel& model);

}  // namespace gaptv::cli
