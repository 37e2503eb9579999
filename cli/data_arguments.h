// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gaptv/data/csv/csv.h"

namespace gaptv::cli {

// Which columns of which file are fitted, and what the outcome is.
struct DataArguments {
  std::string file;
  std::vector<std::string> x = {};
  std::string y = {};
  std::string weight = {};
  std::string weight_kind = "auto";
  std::string exposure = {};
  std::string loss = "auto";
  std::string missing = "error";
  std::string delimiter = {};

  // For messages.
  std::string name() const { return file == "-" ? "standard input" : file; }
};

void add_data_options(CLI::App& command, DataArguments& arguments);

// Throws InvalidInput if the arguments do not go together.
CsvOptions to_csv_options(const DataArguments& arguments);

}  // namespace gaptv::cli
