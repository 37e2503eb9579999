// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "gaptv/model/model.h"

namespace gaptv::cli {

// Returns what fit --json and inspect --json have in common: everything the model knows of how it was made. Numbers
// that are not finite (the logarithm of 0) are null.
//
// For several classes, "classes" is a list with the record of each class, to which "label" is added. The other keys are
// those of one model. Numbers of regions and cells and the objective are sums over the classes; bins, lambda_max and
// the certificate are the largest of any class; lambda is null unless all classes have the same; the curves are empty,
// as each class has its own; train is that of the probabilities that are predicted.
nlohmann::ordered_json record_to_json(const Model& model);

// Adds "plateau_list": the regions one by one, with the bounds of their boxes (null: unbounded). Means of fewer rows
// are null.
nlohmann::ordered_json record_with_regions_to_json(const Model& model, std::size_t fewest_rows);

// Writes one object, indented, with a line end; bytes of names that are no UTF-8 are replaced.
std::string to_text(const nlohmann::ordered_json& object);

}  // namespace gaptv::cli
