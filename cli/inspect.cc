// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/drawing_arguments.h"
#include "cli/output.h"
#include "cli/record_json.h"
#include "cli/summary.h"
#include "gaptv/base/error.h"
#include "gaptv/output/region_facts.h"

namespace gaptv::cli {
namespace {

struct InspectArguments {
  std::string model;
  std::string map = "values";
  std::size_t min_rows = fewest_rows_shown;
  bool is_json = false;
};

constexpr const char* inspect_footer =
    R"(The picture is in colour on a terminal, unless the environment variable NO_COLOR is set. With --map bins
every bin is equally wide, which shows more where rows are crowded.

Example:
  gaptv inspect model.json
  gaptv inspect model.json --json)";

void check_arguments(const InspectArguments& arguments) {
  if (arguments.map == "values" || arguments.map == "bins" || arguments.map == "none") return;
  throw InvalidInput("map '" + arguments.map + "': give values, bins or none");
}

void run_inspect(const InspectArguments& arguments) {
  const Model model = load_model(arguments.model);
  if (arguments.is_json) {
    write_to_stdout(to_text(record_with_regions_to_json(model, arguments.min_rows)));
    return;
  }
  SummaryOptions options;
  options.has_map = arguments.map != "none";
  options.scale = arguments.map == "bins" ? MapScale::bins : MapScale::values;
  options.style = style_of_stdout();
  options.model_file = arguments.model;
  options.min_rows = arguments.min_rows;
  write_to_stdout(summarise(model, options));
}

}  // namespace

void add_inspect(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("inspect", "Explain a model: its regions, what was chosen and why");
  const auto arguments = std::make_shared<InspectArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("--map", arguments->map, "the picture's axes: by value, by bin, or no picture")
      ->type_name("values|bins|none")
      ->capture_default_str();
  add_min_rows_option(*command, arguments->min_rows);
  command->add_flag("--json", arguments->is_json, "print the record and all regions as JSON");
  command->footer(inspect_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments] { run_inspect(*arguments); };
  });
}

}  // namespace gaptv::cli
