// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <map>
#include <string>

#include "gaptv/model/fit_options.h"

namespace gaptv::python {

// By the names of the command line, with underscores.
using OptionTexts = std::map<std::string, std::string>;

// Throws InvalidInput for a name that no option has, or a text that it cannot be.
FitOptions fit_options(const OptionTexts& given);

}  // namespace gaptv::python
