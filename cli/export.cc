// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/comparison_file.h"
#include "cli/export_figure.h"
#include "cli/output.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {
namespace {

struct ExportArguments {
  std::string model;
  std::string format;
  std::string comparison;
  std::string output;
  FigureChoice figure = {};
};

constexpr const char* export_footer =
    R"(What to draw (--what):
  map         the fitted values: a map of the regions for two features, steps for one, slices for three
  path        the error on held-out rows against lambda, and the lambda that was chosen
  gap         the gap statistic against the number of bins, and where it is smallest
  comparison  error, regions and seconds of each method; --comparison names what gaptv compare --json wrote. It needs
              no model; with one, both must be about the same features and outcome

Example:
  gaptv export model.json --format pdf -o map.pdf
  gaptv export model.json --format svg --what path --width 174 -o path.svg
  gaptv compare points.csv --x x1,x2 --y y --json > comparison.json
  gaptv export --format png --what comparison --comparison comparison.json -o comparison.png)";

FigureFormat parse_format(const std::string& format) {
  if (format == "svg") return FigureFormat::svg;
  if (format == "png") return FigureFormat::png;
  if (format == "pdf") return FigureFormat::pdf;
  throw InvalidInput("format '" + format + "': give svg, png or pdf");
}

void check_what(const ExportArguments& arguments) {
  const std::string& what = arguments.figure.what;
  if (what != "map" && what != "path" && what != "gap" && what != "comparison") {
    throw InvalidInput("what '" + what + "': give map, path, gap or comparison");
  }
  const bool is_comparison = what == "comparison";
  if (is_comparison && arguments.comparison.empty()) {
    throw InvalidInput("--what comparison draws what gaptv compare --json wrote; name the file by --comparison FILE");
  }
  if (!is_comparison && !arguments.comparison.empty()) {
    throw InvalidInput("--comparison has no meaning for --what " + what + "; add --what comparison");
  }
  if (!is_comparison && arguments.model.empty()) throw InvalidInput("MODEL.json is required");
  if (arguments.model == "-" && arguments.comparison == "-") {
    throw InvalidInput("the model and the comparison cannot both come from standard input");
  }
}

void check_arguments(ExportArguments& arguments) {
  constexpr double smallest_width_mm = 20;
  constexpr double largest_width_mm = 600;
  arguments.figure.format = parse_format(arguments.format);
  check_what(arguments);
  const double width = arguments.figure.width_mm;
  if (!(width >= smallest_width_mm && width <= largest_width_mm)) {
    throw InvalidInput("--width goes from 20 to 600 mm; one column of a paper is 84, two are 174");
  }
  check_keeps_inputs(arguments.output, {arguments.model, arguments.comparison});
  const bool is_to_stdout = arguments.output.empty() || arguments.output == "-";
  if (is_to_stdout && arguments.figure.format != FigureFormat::svg && isatty(STDOUT_FILENO) == 1) {
    throw InvalidInput("a terminal cannot show " + arguments.format + "; give a file, as in -o figure." +
                       arguments.format);
  }
}

std::string draw(const ExportArguments& arguments, Invocation& invocation) {
  if (arguments.figure.what == "comparison") {
    const ComparisonFile comparison = read_comparison(arguments.comparison);
    if (!arguments.model.empty()) {
      check_is_about(comparison, arguments.comparison, load_model(arguments.model), arguments.model);
    }
    invocation.data_file = arguments.comparison;
    return draw_comparison(comparison, arguments.figure);
  }
  const Model model = load_model(arguments.model);
  invocation.data_file = arguments.model;
  return draw_model(model, arguments.figure);
}

void run_export(const ExportArguments& arguments, Invocation& invocation) {
  require_figures();
  const std::string bytes = draw(arguments, invocation);
  invocation.data_file.clear();
  Output output(arguments.output);
  output.write(bytes);
  output.commit();
}

}  // namespace

void add_export(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("export", "Draw a figure for a paper from a model");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")->type_name("FILE");
  command->add_option("--format", arguments->format, "of the figure; fonts are embedded in a PDF")
      ->required()
      ->type_name("svg|png|pdf");
  command->add_option("--what", arguments->figure.what, "what to draw, see below")
      ->type_name("map|path|gap|comparison")
      ->capture_default_str();
  command->add_option("--width", arguments->figure.width_mm, "of the figure; two columns of a paper: 174")
      ->type_name("MM")
      ->capture_default_str();
  command->add_option("--comparison", arguments->comparison, "what compare --json wrote; - for stdin")
      ->type_name("FILE");
  command->add_option("-o,--output", arguments->output, "where to write it (default: stdout)")->type_name("FILE");
  command->footer(export_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_export(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
