// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gaptv::cli {

// Writes a command that was parsed, as it can be given again in the folder of its files: these are named without their
// folders, which are nobody's business but the user's.
std::string repeatable_command(const CLI::App& command);

}  // namespace gaptv::cli
