// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <string>

#include "gaptv/model/model.h"
#include "gaptv/model/option_table.h"

namespace gaptv {

// Returns the options of a model from a file of format 1, which did not record them, as far as the rest of its record
// tells.
OptionTexts options_of_version_1(const Model& model, const std::string& edges, std::uint64_t seed);

}  // namespace gaptv
