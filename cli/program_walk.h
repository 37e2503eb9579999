// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gaptv::cli {

// These functions list the commands and options as the parser knows them, for texts that are generated from it.

std::vector<const CLI::App*> commands_of(const CLI::App& program);

// Return the options of a command that its help shows, without the positional arguments, and these alone.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
std::vector<const CLI::Option*> positionals_of(const CLI::App& command);

// Returns the names of an option: "-o" and "--output".
std::vector<std::string> names_of(const CLI::Option& option);

bool takes_value(const CLI::Option& option);
bool takes_file(const CLI::Option& option);

// Returns the words that an option's type names as possible values: cv and aic of "cv|aic|VALUE".
std::vector<std::string> words_of(const CLI::Option& option);

}  // namespace gaptv::cli
