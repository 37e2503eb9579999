// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/data_arguments.h"
#include "cli/drawing_arguments.h"
#include "cli/fit_option_arguments.h"
#include "cli/fit_rows.h"
#include "cli/output.h"
#include "cli/record_json.h"
#include "cli/repeatable_command.h"
#include "cli/summary.h"
#include "cli/terminal_progress.h"
#include "gaptv/areas/map_shapes.h"
#include "gaptv/areas/mask_file.h"
#include "gaptv/base/byte_size.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/gaptv.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/readable_number.h"
#include "gaptv/report/report.h"

namespace gaptv::cli {
namespace {

struct FitArguments {
  DataArguments data;
  FitOptionArguments choices;
  std::string cells;   // a table instead of rows
  std::string memory;  // that rows may take
  std::string output;
  std::string report;
  std::string command;  // as it can be repeated
  DrawingArguments drawing = {};
  bool has_report_rows = false;
  bool is_json = false;
  bool is_quiet = false;
  FitOptions options = {};
  CsvOptions columns = {};
};

constexpr const char* fit_footer =
    R"(Columns are given by name or, as #1, #2, ..., by position. Quote a name that holds a comma:
--x '"income, net",age'. DATA.csv may be compressed with gzip; - reads standard input. Files of Parquet and Arrow, and
patterns such as 'data/*.parquet', are read by the Python package (pip install 'gaptv[duckdb]').

Outcomes that are two texts (yes, no) or nothing but 0 and 1 are taken for classes, and their probability is
fitted (--loss binomial); with --exposure the outcome is a count, and its rate is fitted (--loss poisson).
Numbers of successes need --loss binomial and the trials as --weight. Three texts or more, up to 100, are taken
for that many classes (--loss one-vs-rest, which numbers need too): each class is fitted against the rest, and the
probabilities are divided by their sum. Texts that look like numbers (35%, or 12kg if most are like that) are never
taken for classes. If they are classes after all: --loss one-vs-rest takes every text, --loss binomial any two.

What offices write is read where it can be meant in one way only, and a note says what was assumed: 3,5 and 1 234 and
35% (as 35) and $1,234.50; Latin-1 and UTF-16; titles above the header; a row of totals at the end (left out);
yes and YES. What could be meant in two ways (1,234) is refused: --decimal says which. Dates are refused. Missing are
empty fields and NA, n.a., -, ., ?, #N/A, #DIV/0! and the like; --na adds to them.

With outliers: --loss huber fits averages in which an error beyond DELTA counts by its size only, not by its square
(default: 1.345 times the noise within cells); --loss quantile fits medians, quantile=0.9 what nine in ten stay below.
These two fit cells and join none to regions: --shifts, --border, --relax and --empty-cells are refused with them.

--preset best, the default, fits several grids, each shifted by a part of a bin, and averages them; then it drops borders
between regions that explain less than a difference of one standard error would. --preset paper is the recipe of the
paper: one grid, as it is. With a number of bins, or with another rule for lambda than cv and cv-paired, the paper's is
the default.

--method cart is the regression or classification tree of R's rpart, with its defaults; --prune 1se or min cuts it back
by its own cross-validation. --method cart-cv grows the tree as far as it goes and prunes it where the error on
held-out rows is smallest. Options that a method does not look at are refused.
--method crisp fits rows and columns of 100 bins per feature that fuse as a whole (CRISP), gapcrisp the same on the
grid of the gap statistic; numbers only, certified to a relative duality gap of 1e-5.

--mask leaves out cells of the map where nobody is: data:2 keeps the cells at most two cells from a row, data chooses
how many, a file (.geojson, .json) keeps what its polygons overlap. Nothing is smoothed or joined over what is left out.

Without -o and --json the summary of the model is printed.

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o points.csv
  gaptv fit points.csv --x x1,x2 --y y -o model.json
  gaptv inspect model.json)";

void add_options(CLI::App& command, FitArguments& arguments) {
  add_data_options(command, arguments.data);
  for (const char* name : {"DATA.csv", "--x", "--y"}) command.get_option(name)->required(false);
  command.add_option("--cells", arguments.cells, "a table of gaptv summarize instead of DATA.csv, --x and --y")
      ->type_name("CELLS");
  command
      .add_option("--memory", arguments.memory,
                  "that rows may take; more go to a temporary file (default: half of the machine's)")
      ->type_name("SIZE");
  arguments.choices.add_all(command);
  command.add_option("-o,--output", arguments.output, "write the model here; - for stdout")->type_name("FILE");
  command.add_flag("--json", arguments.is_json, "print the record of the fit as JSON");
  command.add_flag("--quiet", arguments.is_quiet, "no notes, no progress, no summary on stderr");
  command.add_option("--report", arguments.report, "write a page that explains the model to anybody")
      ->type_name("FILE");
  command.add_flag("--report-rows", arguments.has_report_rows,
                   "put rows (up to 4000) into the page, to be shown on its map");
  add_drawing_options(command, arguments.drawing);
}

// A cell table is there instead of all that names rows.
void check_data_arguments(const FitArguments& arguments) {
  const DataArguments& data = arguments.data;
  if (arguments.cells.empty()) {
    if (data.file.empty()) throw InvalidInput("DATA.csv is required (or --cells CELLS instead of rows)");
    if (data.x.empty()) throw InvalidInput("--x is required");
    if (data.y.empty()) throw InvalidInput("--y is required");
    return;
  }
  if (!data.file.empty() || !data.x.empty() || !data.y.empty() || !data.weight.empty() || !data.exposure.empty()) {
    throw InvalidInput("--cells stands instead of DATA.csv, --x, --y, --weight and --exposure; leave these out");
  }
  if (!arguments.memory.empty()) throw InvalidInput("--memory is about rows, and a cell table holds none");
  if (arguments.has_report_rows) throw InvalidInput("--report-rows needs rows, and a cell table holds none");
}

// What cannot be drawn is refused before the fit.
void check_outline(const std::string& file, std::size_t features) {
  if (file.empty()) return;
  if (features != 2) {
    throw InvalidInput("--outline is drawn on a map of two features, and there are " + std::to_string(features) +
                       "; leave it out");
  }
}

void check_arguments(FitArguments& arguments) {
  check_data_arguments(arguments);
  if (arguments.has_report_rows && arguments.report.empty()) {
    throw InvalidInput("--report-rows goes with --report REPORT.html only");
  }
  check_drawing_options(arguments.drawing);
  if (has_drawing_options(arguments.drawing) && arguments.report.empty()) {
    throw InvalidInput(
        "--title, --unit, --percent and --outline go with --report REPORT.html only; a model does not record them");
  }
  if (arguments.report == "-" && (arguments.is_json || arguments.output.empty() || arguments.output == "-")) {
    throw InvalidInput("--report - writes to standard output, as something else would; give it a file name");
  }
  if (arguments.is_json && arguments.output == "-") {
    throw InvalidInput("--json and -o - both write to standard output; give -o a file name");
  }
  if (!arguments.memory.empty()) parse_byte_size(arguments.memory);  // refused before the work
  arguments.options = arguments.choices.read();
  if (arguments.cells.empty()) {
    arguments.columns = to_csv_options(arguments.data, arguments.options);
    arguments.columns.threads = arguments.options.threads;
    check(arguments.options, arguments.columns.features.size());
    check_outline(arguments.drawing.outline, arguments.columns.features.size());
  } else {
    check_needs_cells_only(arguments.options);
  }
  const std::string& input = arguments.cells.empty() ? arguments.data.file : arguments.cells;
  const std::vector<std::string> inputs = {input, arguments.drawing.outline, arguments.options.mask.file};
  check_keeps_inputs(arguments.output, inputs);
  check_keeps_inputs(arguments.report,
                     {input, arguments.drawing.outline, arguments.options.mask.file, arguments.output});
}

void print_notes(const FitRecord& record) {
  if (record.dropped_rows > 0) {
    std::fprintf(stderr, "note: %s of %s rows were left out, as a value was missing\n",
                 count_text(static_cast<double>(record.dropped_rows)).c_str(),
                 count_text(static_cast<double>(record.rows + record.dropped_rows)).c_str());
  }
  for (const std::string& note : record.notes) std::fprintf(stderr, "note: %s\n", in_command_style(note).c_str());
}

nlohmann::ordered_json to_json(const StageSeconds& seconds) {
  const auto of = [&seconds](Stage stage) { return seconds.stage[static_cast<std::size_t>(stage)]; };
  return {{"read", of(Stage::read)},     {"grid", of(Stage::grid)},   {"gap", of(Stage::gap)},
          {"select", of(Stage::select)}, {"solve", of(Stage::solve)}, {"total", seconds.total}};
}

void run_fit(const FitArguments& arguments, Invocation& invocation) {
  FitOptions options = arguments.options;
  load_mask(options);
  if (!arguments.drawing.outline.empty()) read_map_shapes(arguments.drawing.outline);  // refused before the work
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns = arguments.columns;
  columns.progress = &progress;
  const bool has_rows = arguments.cells.empty();
  const FitRows wanted = {arguments.data.file, columns, arguments.memory, arguments.has_report_rows};
  const FitData rows = has_rows ? read_fit_rows(wanted, options, progress) : FitData();
  const CountedRows cells = has_rows ? CountedRows() : read_counted_rows(arguments.cells);
  // Opened before the work, so that a folder that cannot be written to costs no time.
  Output output(arguments.output);
  std::optional<Output> report;
  if (!arguments.report.empty()) report.emplace(arguments.report);
  invocation.data_file = has_rows ? arguments.data.name() : arguments.cells;
  const Model model =
      has_rows ? fit_rows(rows, wanted, options, progress) : fit_counted_rows(cells, options, &progress);
  invocation.data_file.clear();
  // Both are made before either is written, so that one that cannot be made leaves neither.
  std::string model_text;
  if (!arguments.output.empty()) model_text = model_to_json(model);
  if (report) {
    progress.begin(Stage::solve);
    ReportOptions shown;
    shown.command = arguments.command;
    shown.threads = options.threads;
    shown.drawing = drawing_options(arguments.drawing, model);
    if (arguments.has_report_rows) shown.points = &rows.data;
    report->write(html_report(model, shown, &progress));
  }
  progress.finish();
  if (report) report->commit();
  if (!arguments.output.empty()) {
    output.write(model_text);
    output.commit();
  }
  if (arguments.is_json) {
    nlohmann::ordered_json record = record_to_json(model);
    record["seconds"] = to_json(progress.seconds());
    write_to_stdout(to_text(record));
  }
  const bool prints_summary = arguments.output.empty() && !arguments.is_json;
  if (!arguments.is_quiet && !prints_summary) print_notes(model.record);
  if (prints_summary) {
    SummaryOptions how;
    how.style = style_of_stdout();
    write_to_stdout(summarise(model, how));
  } else if (!arguments.is_quiet && !arguments.is_json) {
    std::fputs(summarise_briefly(model).c_str(), stderr);
    if (arguments.output != "-") {
      std::fprintf(stderr, "wrote %s after %s s; gaptv inspect shows it\n", arguments.output.c_str(),
                   short_number(progress.seconds().total, 2).c_str());
    }
  }
  if (report && !arguments.is_quiet && arguments.report != "-") {
    std::fprintf(stderr, "wrote %s; open it in a browser\n", arguments.report.c_str());
  }
}

}  // namespace

void add_fit(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("fit", "Fit a model to the rows of a CSV file");
  const auto arguments = std::make_shared<FitArguments>();
  add_options(*command, *arguments);
  command->footer(fit_footer);
  command->callback([command, arguments, &invocation] {
    check_arguments(*arguments);
    arguments->command = repeatable_command(*command);
    invocation.run = [arguments, &invocation] { run_fit(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
