// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/data_arguments.h"
#include "cli/fit_option_arguments.h"
#include "cli/output.h"
#include "cli/reading_arguments.h"
#include "cli/summary.h"
#include "cli/terminal_progress.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/gaptv.h"

namespace gaptv::cli {
namespace {

struct SummarizeArguments {
  DataArguments data;
  FitOptionArguments choices;
  std::string edges_from;
  std::string output;
  bool is_quiet = false;
  FitOptions options = {};
  CsvOptions columns = {};
};

constexpr const char* summarize_footer =
    R"(The table holds weight, mean and scatter of every cell that has rows, fold by fold: all that a fit needs. Give the
options of the fit that decide about edges, folds, loss and weights; gaptv fit --cells with the same options then gives
the model of the rows, to the last bit. A table is as fine as its edges: a cell with one row tells its outcome.

Tables of several files can be added up if they have the same edges: let one file decide, and count the others on its
edges (--edges-from).

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o points.csv
  gaptv summarize points.csv --x x1,x2 --y y --bins 20 -o points.cells
  gaptv fit --cells points.cells --bins 20 -o model.json)";

void add_options(CLI::App& command, SummarizeArguments& arguments) {
  add_data_options(command, arguments.data);
  // Fits are compared to find the bins of each feature, so that what decides about fits belongs here too.
  for (const char* name :
       {"weight_kind", "loss", "fractional_counts", "preset", "bins", "bins_min", "bins_max", "finer", "axis_bins",
        "lambda", "lambda_ratio", "folds", "edges", "empty_cells", "shifts", "relax", "seed", "threads"}) {
    arguments.choices.add(command, name);
  }
  command
      .add_option("--edges-from", arguments.edges_from, "count on the edges of this table, so that both can be merged")
      ->type_name("CELLS");
  command.add_option("-o,--output", arguments.output, "write the table here; - for stdout")
      ->required()
      ->type_name("FILE");
  command.add_flag("--quiet", arguments.is_quiet, "no notes, no progress and no summary on stderr");
}

void check_arguments(SummarizeArguments& arguments) {
  arguments.options = arguments.choices.read();
  check_needs_cells_only(arguments.options);
  arguments.columns = to_csv_options(arguments.data, arguments.options);
  arguments.columns.threads = arguments.options.threads;
  check(arguments.options, arguments.columns.features.size());
  check_keeps_inputs(arguments.output, {arguments.data.file, arguments.edges_from});
}

void run_summarize(const SummarizeArguments& arguments, Invocation& invocation) {
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns = arguments.columns;
  columns.progress = &progress;
  const Dataset data = read_csv(arguments.data.file, columns);
  CountedRows edges;
  if (!arguments.edges_from.empty()) edges = read_counted_rows(arguments.edges_from);
  Output output(arguments.output);
  invocation.data_file = arguments.data.name();
  const CountedRows counted = arguments.edges_from.empty()
                                  ? count_rows(data.view(), arguments.options, &progress)
                                  : count_rows_on(edges, data.view(), arguments.options, &progress);
  invocation.data_file.clear();
  output.write(counted_rows_to_json(counted));
  progress.finish();
  output.commit();
  if (!arguments.is_quiet) print_reading_notes(data.notes);
  if (arguments.is_quiet || arguments.output == "-") return;
  std::fputs(summarise_cells(counted, arguments.output).c_str(), stderr);
}

}  // namespace

void add_summarize(CLI::App& program, Invocation& invocation) {
  CLI::App* const command =
      program.add_subcommand("summarize", "Count the rows of a CSV file into cells, which a fit can use instead");
  const auto arguments = std::make_shared<SummarizeArguments>();
  add_options(*command, *arguments);
  command->footer(summarize_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_summarize(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
