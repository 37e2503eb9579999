// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gaptv/model/option_table.h"

namespace gaptv::python {

// Holds options by the names of the library's table.
using GivenOptions = std::map<std::string, std::string>;

// Reads options. Throws InvalidInput for a name that no option has, or a text that it cannot be.
FitOptions fit_options(const GivenOptions& given);

// Describes an option for whoever makes parameters of it: its name, the values that it may have, its help, and the text
// that it has for this method where nobody gives it (empty: the preset decides).
struct OptionForParameter {
  std::string name;
  std::string values;
  std::string help;
  std::string usual;
};

// Returns the options that the method looks at.
std::vector<OptionForParameter> options_of_method(const std::string& method);

// Rewrites a text of the library, with options as keyword arguments, and rows counted from 0.
std::string in_python_style(const std::string& text);

}  // namespace gaptv::python
