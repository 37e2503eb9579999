// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/report/report.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/comparison_file.h"
#include "cli/drawing_arguments.h"
#include "cli/output.h"
#include "cli/terminal_progress.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {
namespace {

struct ReportArguments {
  std::string model;
  std::string output;
  std::string comparison;
  DrawingArguments drawing = {};
  std::size_t threads = 0;
  bool is_quiet = false;
};

constexpr const char* report_footer =
    R"(The report is one HTML file that opens in any browser, without a network: the map of the regions with a slider
from few to many regions, why this many were chosen, a table of all regions, and how to repeat the fit.
The rows themselves are not in it. gaptv fit --report writes it together with the model.

Example:
  gaptv report model.json -o report.html
  gaptv report model.json -o report.html --title "House prices in California" --unit $
  gaptv compare points.csv --x x1,x2 --y y --json > comparison.json
  gaptv report model.json --comparison comparison.json -o report.html)";

void run_report(const ReportArguments& arguments) {
  const Model model = load_model(arguments.model);
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::solve);
  Output output(arguments.output);
  ReportOptions options;
  options.threads = arguments.threads;
  options.drawing = drawing_options(arguments.drawing, model);
  if (!arguments.comparison.empty()) {
    ComparisonFile comparison = read_comparison(arguments.comparison);
    check_is_about(comparison, arguments.comparison, model, arguments.model);
    options.methods = std::move(comparison.methods);
    options.error_name = std::move(comparison.error_name);
  }
  output.write(html_report(model, options, &progress));
  progress.finish();
  output.commit();
  if (!arguments.is_quiet && arguments.output != "-") {
    std::fprintf(stderr, "wrote %s; open it in a browser\n", arguments.output.c_str());
  }
}

}  // namespace

void add_report(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("report", "Write a page that explains a model to anybody");
  const auto arguments = std::make_shared<ReportArguments>();
  command->add_option("MODEL.json", arguments->model, "a model that fit wrote; - for stdin")
      ->required()
      ->type_name("FILE");
  command->add_option("-o,--output", arguments->output, "where the page goes; - for stdout")
      ->required()
      ->type_name("FILE");
  command->add_option("--comparison", arguments->comparison, "what compare --json wrote, to be shown too")
      ->type_name("FILE");
  add_drawing_options(*command, arguments->drawing);
  add_min_rows_option(*command, arguments->drawing.options.min_rows);
  command->add_option("--threads", arguments->threads, "0: all cores; changes nothing but the seconds")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command->add_flag("--quiet", arguments->is_quiet, "no progress on stderr");
  command->footer(report_footer);
  command->callback([arguments, &invocation] {
    if (arguments->model == "-" && arguments->comparison == "-") {
      throw InvalidInput("the model and the comparison cannot both come from standard input");
    }
    check_drawing_options(arguments->drawing);
    check_keeps_inputs(arguments->output, {arguments->model, arguments->comparison, arguments->drawing.outline});
    invocation.run = [arguments] { run_report(*arguments); };
  });
}

}  // namespace gaptv::cli
