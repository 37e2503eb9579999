// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gaptv/model/model.h"

namespace gaptv::cli {

// What fit --json and inspect --json have in common: everything the model knows of how it was made. Numbers that are
// not finite (the logarithm of 0) are null.
nlohmann::ordered_json record_to_json(const Model& model);

// The plateaus one by one, with the bounds of their boxes (null: unbounded).
nlohmann::ordered_json plateaus_to_json(const Model& model);

// One object, indented, with a line end; bytes of names that are no UTF-8 are replaced.
std::string to_text(const nlohmann::ordered_json& object);

}  // namespace gaptv::cli
