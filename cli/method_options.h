// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gaptv::cli {

// Throws InvalidInput if an option of "fit" was given that the method does not look at: silence would let its user
// believe that it counted.
void check_options_of_method(const CLI::App& command, const std::string& method);

}  // namespace gaptv::cli
