// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "gaptv/model/json_node.h"
#include "gaptv/model/model.h"

namespace gaptv {

// A model as a value inside a JSON text; model_file.h says what is checked.
nlohmann::ordered_json model_json(const Model& model);
Model model_from_node(const JsonNode& node);

// Refuses anything but an object that calls itself of this format, in a version from 1 to the newest.
void check_format(const JsonNode& node, std::string_view format, std::uint64_t newest_version);

}  // namespace gaptv
