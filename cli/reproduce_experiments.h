// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal_progress.h"
#include "experiments/synthetic.h"

namespace gaptv::cli {

struct ReproduceArguments {
  std::string experiment;
  SyntheticOptions options = {};
  std::string methods;
  std::string sizes;
  std::string data;
  std::string city;
  std::size_t grid = 0;
  std::size_t year = 0;
  std::size_t folds = 20;
  bool is_quiet = false;
};

// Describes what `gaptv reproduce NAME` does.
struct Experiment {
  std::string_view name;
  std::string_view help;                  // lines without the indentation
  std::vector<std::string_view> options;  // that it takes besides --seed, --threads, --quiet and --output
  // Runs it and returns the text for the terminal. data_file: while a user's file is worked on, its name.
  std::string (*run)(const ReproduceArguments& arguments, TerminalProgress& progress, std::string& data_file);
};

// Returns every experiment, in the order of the help.
std::span<const Experiment> all_experiments();

}  // namespace gaptv::cli
