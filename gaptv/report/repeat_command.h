// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/model/model.h"

namespace gaptv::report {

// Writes the command line that fits such a model again, as far as the model knows: the file is called DATA.csv, and a
// column of weights, whose name is not recorded, COLUMN.
std::string repeat_command(const Model& model);

}  // namespace gaptv::report
