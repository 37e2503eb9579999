// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gaptv::cli {

// Throws InvalidInput if an option of "fit" was given that the method does not look at: silence would let its user
// believe that it counted.
void check_options_of_method(const CLI::App& command, const std::string& method);

// The methods in one argument, separated by commas; none if it is empty. Throws InvalidInput if one is unknown or named
// twice.
std::vector<std::string> method_list(const std::string& argument);

}  // namespace gaptv::cli
