// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gaptv/data/csv/csv.h"

namespace gaptv::cli {

// Says how the file of rows is written, for every command that reads one.
struct ReadingArguments {
  std::string delimiter = {};
  std::string decimal = {};
  std::string na = {};
  std::string encoding = {};
};

void add_reading_options(CLI::App& command, ReadingArguments& arguments);

// Sets what the arguments say. Throws InvalidInput if one of them is wrong.
void set_reading_options(const ReadingArguments& arguments, CsvOptions& options);

// Prints what was assumed when a file was read, one note a line, on stderr.
void print_reading_notes(const std::vector<std::string>& notes);

}  // namespace gaptv::cli
