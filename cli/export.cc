// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/comparison_file.h"
#include "cli/drawing_arguments.h"
#include "cli/export_figure.h"
#include "cli/output.h"
#include "gaptv/base/error.h"
#include "gaptv/output/region_csv.h"

namespace gaptv::cli {
namespace {

struct ExportArguments {
  std::string model;
  std::string what;
  std::string format;
  std::string comparison;
  std::string output;
  double width_mm = 84;
  DrawingOptions drawing = {};
};

constexpr const char* export_footer =
    R"(The ending of the name says the format: svg, png or pdf for figures, csv for the table of regions.

What to write (--what):
  map         the fitted values: a map of the regions for two features, steps for one, slices for three. Regions have
              the numbers of the table, where there is room; places without rows are hatched
  regions     the table of all regions as CSV
  path        the error on held-out rows against lambda, and the lambda that was chosen
  gap         the gap statistic against the number of bins, and where it is smallest
  comparison  error, regions and seconds of each method; --comparison names what gaptv compare --json wrote. It needs
              no model; with one, both must be about the same features and outcome

Example:
  gaptv export model.json -o map.png --title "House prices" --unit $
  gaptv export model.json -o regions.csv
  gaptv export model.json --what path --width 174 -o path.svg
  gaptv compare points.csv --x x1,x2 --y y --json > comparison.json
  gaptv export --what comparison --comparison comparison.json -o comparison.png)";

const std::vector<std::string> figure_kinds = {"map", "path", "gap", "comparison"};

// Takes the format from the name of the file, where none is given.
std::string find_format(const ExportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format;
  if (arguments.output.empty() || arguments.output == "-") {
    if (arguments.what == "regions") return "csv";
    throw InvalidInput("the format is not known; give a file whose name ends in it, as in -o map.png, or --format");
  }
  std::string ending = std::filesystem::path(arguments.output).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending.empty() ? "" : ending.substr(1);
}

void check_format(const ExportArguments& arguments) {
  const std::string& format = arguments.format;
  const bool is_table = arguments.what == "regions";
  const bool is_figure = format == "svg" || format == "png" || format == "pdf";
  if (is_table && format != "csv") {
    throw InvalidInput("--what regions is a table: it is written as csv, not as '" + format + "'");
  }
  if (is_table || is_figure) return;
  if (format == "csv") {
    throw InvalidInput("--what " + arguments.what +
                       " is a figure: svg, png or pdf; the table of regions is --what regions");
  }
  for (const char* const later : {"geojson", "gpkg", "sql"}) {
    if (format == later) throw InvalidInput("format '" + format + "': not written yet; give svg, png, pdf or csv");
  }
  throw InvalidInput("format '" + format + "': give svg, png, pdf or, for the table of regions, csv");
}

void check_what(const ExportArguments& arguments) {
  const std::string& what = arguments.what;
  if (what != "regions" && std::ranges::find(figure_kinds, what) == figure_kinds.end()) {
    throw InvalidInput("what '" + what + "': give map, regions, path, gap or comparison");
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

void check_drawing(const ExportArguments& arguments) {
  check_drawing_options(arguments.drawing);
  const bool has_values = !arguments.drawing.unit.empty() || arguments.drawing.is_percent;
  if ((has_values && arguments.what != "map") || (arguments.what == "regions" && !arguments.drawing.title.empty())) {
    throw InvalidInput("--title is for figures, --unit and --percent are for --what map only; leave them out");
  }
  constexpr double smallest_width_mm = 20;
  constexpr double largest_width_mm = 600;
  if (!(arguments.width_mm >= smallest_width_mm && arguments.width_mm <= largest_width_mm)) {
    throw InvalidInput("--width goes from 20 to 600 mm; one column of a paper is 84, two are 174");
  }
}

void check_arguments(ExportArguments& arguments) {
  arguments.format = find_format(arguments);
  if (arguments.what.empty()) arguments.what = arguments.format == "csv" ? "regions" : "map";
  check_what(arguments);
  check_format(arguments);
  check_drawing(arguments);
  check_keeps_inputs(arguments.output, {arguments.model, arguments.comparison});
  const bool is_to_stdout = arguments.output.empty() || arguments.output == "-";
  const bool is_text = arguments.format == "svg" || arguments.format == "csv";
  if (is_to_stdout && !is_text && isatty(STDOUT_FILENO) == 1) {
    throw InvalidInput("a terminal cannot show " + arguments.format + "; give a file, as in -o figure." +
                       arguments.format);
  }
}

FigureChoice figure_choice(const ExportArguments& arguments) {
  const FigureFormat format = arguments.format == "svg"   ? FigureFormat::svg
                              : arguments.format == "png" ? FigureFormat::png
                                                          : FigureFormat::pdf;
  return {arguments.what, format, arguments.width_mm, arguments.drawing};
}

std::string make_bytes(const ExportArguments& arguments, Invocation& invocation) {
  if (arguments.what != "regions") require_figures();
  if (arguments.what == "comparison") {
    const ComparisonFile comparison = read_comparison(arguments.comparison);
    if (!arguments.model.empty()) {
      check_is_about(comparison, arguments.comparison, load_model(arguments.model), arguments.model);
    }
    invocation.data_file = arguments.comparison;
    return draw_comparison(comparison, figure_choice(arguments));
  }
  const Model model = load_model(arguments.model);
  invocation.data_file = arguments.model;
  return arguments.what == "regions" ? write_region_csv(model) : draw_model(model, figure_choice(arguments));
}

void run_export(const ExportArguments& arguments, Invocation& invocation) {
  const std::string bytes = make_bytes(arguments, invocation);
  invocation.data_file.clear();
  Output output(arguments.output);
  output.write(bytes);
  output.commit();
}

}  // namespace

void add_export(CLI::App& program, Invocation& invocation) {
  CLI::App* const command =
      program.add_subcommand("export", "Draw a map or another figure of a model, or write its regions");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")->type_name("FILE");
  command
      ->add_option("-o,--output", arguments->output, "where to write it, in the format of its ending (default: stdout)")
      ->type_name("FILE");
  command->add_option("--format", arguments->format, "if the name does not say it; fonts are embedded in a PDF")
      ->type_name("svg|png|pdf|csv");
  command->add_option("--what", arguments->what, "see below (default: map, or regions for csv)")
      ->type_name("map|regions|path|gap|comparison");
  command->add_option("--width", arguments->width_mm, "of the figure; two columns of a paper: 174")
      ->type_name("MM")
      ->capture_default_str();
  add_drawing_options(*command, arguments->drawing);
  command->add_option("--comparison", arguments->comparison, "what compare --json wrote; - for stdin")
      ->type_name("FILE");
  command->footer(export_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_export(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
