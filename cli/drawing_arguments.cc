// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/drawing_arguments.h"

#include "cli/arguments.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {

void add_drawing_options(CLI::App& command, DrawingOptions& options) {
  command.add_option("--title", options.title, "what stands above the map instead of the names of columns")
      ->type_name("TEXT");
  command.add_option("--unit", options.unit, "of the outcome, shown with its values")->type_name("TEXT");
  command.add_flag("--percent", options.is_percent, "show values as percentages: 84 % instead of 0.84");
}

void add_min_rows_option(CLI::App& command, std::size_t& min_rows) {
  command.add_option("--min-rows", min_rows, "of regions with fewer rows the mean of the rows is not shown")
      ->type_name("R")
      ->check(check_whole_number)
      ->capture_default_str();
}

void check_drawing_options(const DrawingOptions& options) {
  if (options.is_percent && !options.unit.empty()) {
    throw InvalidInput("--unit has no meaning with --percent; leave one of them out");
  }
}

bool has_drawing_options(const DrawingOptions& options) {
  return !options.title.empty() || !options.unit.empty() || options.is_percent;
}

}  // namespace gaptv::cli
