// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/reading_arguments.h"
#include "gaptv/data/csv/csv.h"
#include "gaptv/model/fit_options.h"

namespace gaptv::cli {

// Says which columns of which file are fitted.
struct DataArguments {
  std::string file;
  std::vector<std::string> x = {};
  std::string y = {};
  std::string weight = {};
  std::string exposure = {};
  std::string missing = "error";
  ReadingArguments reading = {};

  // Names the file in messages.
  std::string name() const { return file == "-" ? "standard input" : file; }
};

void add_data_options(CLI::App& command, DataArguments& arguments);

// Throws InvalidInput if the arguments do not go together. The loss of the options says how the outcome is read.
CsvOptions to_csv_options(const DataArguments& arguments, const FitOptions& options);

}  // namespace gaptv::cli
