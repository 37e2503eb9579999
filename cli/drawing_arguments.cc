// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/drawing_arguments.h"

#include "cli/arguments.h"
#include "gaptv/areas/outline_file.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {

void add_drawing_options(CLI::App& command, DrawingArguments& arguments) {
  DrawingOptions& options = arguments.options;
  command.add_option("--title", options.title, "what stands above the map instead of the names of columns")
      ->type_name("TEXT");
  command.add_option("--unit", options.unit, "of the outcome, shown with its values")->type_name("TEXT");
  command.add_flag("--percent", options.is_percent, "show values as percentages: 84 % instead of 0.84");
  command
      .add_option("--outline", arguments.outline, "lines or polygons (GeoJSON) to draw over the map: a coast, streets")
      ->type_name("FILE");
}

void add_min_rows_option(CLI::App& command, std::size_t& min_rows) {
  command.add_option("--min-rows", min_rows, "of regions with fewer rows the mean of the rows is not shown")
      ->type_name("R")
      ->check(check_whole_number)
      ->capture_default_str();
}

void check_drawing_options(const DrawingArguments& arguments) {
  if (arguments.options.is_percent && !arguments.options.unit.empty()) {
    throw InvalidInput("--unit has no meaning with --percent; leave one of them out");
  }
}

bool has_drawing_options(const DrawingArguments& arguments) {
  const DrawingOptions& options = arguments.options;
  return !options.title.empty() || !options.unit.empty() || options.is_percent || !arguments.outline.empty();
}

DrawingOptions drawing_options(const DrawingArguments& arguments, const Model& model) {
  DrawingOptions options = arguments.options;
  if (!arguments.outline.empty()) options.outline = read_outline(arguments.outline, model);
  return options;
}

}  // namespace gaptv::cli
