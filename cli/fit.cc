// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/fit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/any_model.h"
#include "cli/arguments.h"
#include "cli/class_summary.h"
#include "cli/commands.h"
#include "cli/number_text.h"
#include "cli/output.h"
#include "cli/record_json.h"
#include "cli/summary.h"
#include "cli/terminal_progress.h"
#include "gaptv/gaptv.h"

namespace gaptv::cli {
namespace {

struct FitArguments {
  std::string data;
  std::vector<std::string> x;
  std::string y;
  std::string weight;
  std::string exposure;
  std::string loss = "auto";
  std::string bins = "gap";
  std::string lambda = "cv";
  std::string missing = "error";
  std::string delimiter;
  std::string output;
  std::string report;
  bool is_json = false;
  bool is_quiet = false;
  FitOptions options = {};
  CsvOptions columns = {};
};

constexpr const char* footer =
    R"(Columns are given by name or, as #1, #2, ..., by position. Quote a name that holds a comma:
--x '"income, net",age'. DATA.csv may be compressed with gzip; - reads standard input.

Outcomes that are two texts (yes, no) or nothing but 0 and 1 are taken for classes, and their probability is
fitted (--loss binomial); with --exposure the outcome is a count, and its rate is fitted (--loss poisson).
Numbers of successes need --loss binomial and the trials as --weight. Three texts or more, up to 100, are taken
for that many classes (--loss one-vs-rest, which numbers need too): each class is fitted against the rest, and the
probabilities are divided by their sum.

With outliers: --loss huber fits averages in which an error beyond DELTA counts by its size only, not by its square
(default: 1.345 times the noise within cells); --loss quantile fits medians, quantile=0.9 what nine in ten stay below.

--method crisp fits rows and columns of 100 bins per feature that fuse as a whole (CRISP), gapcrisp the same on the
grid of the gap statistic; numbers only, certified to a relative duality gap of 1e-5.

Without -o and --json the summary of the model is printed.

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o points.csv
  gaptv fit points.csv --x x1,x2 --y y -o model.json
  gaptv inspect model.json)";

void add_options(CLI::App& command, FitArguments& arguments) {
  FitOptions& options = arguments.options;
  command.add_option("DATA.csv", arguments.data, "rows with a header line: comma, semicolon or tab; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  command.add_option("--x", arguments.x, "1 to 3 feature columns, separated by commas")
      ->required()
      ->type_name("COL[,COL[,COL]]")
      ->allow_extra_args(false);
  command.add_option("--y", arguments.y, "the outcome column")->required()->type_name("COL");
  command.add_option("--weight", arguments.weight, "a column of weights: 3 counts as three equal rows")
      ->type_name("COL");
  command.add_option("--exposure", arguments.exposure, "what counts were counted over: time, area, population")
      ->type_name("COL");
  command
      .add_option(
          "--loss", arguments.loss,
          "what the outcome is: a number, one of two classes, a count, one of more; or a robust loss of numbers")
      ->type_name("auto|gaussian|binomial|poisson|one-vs-rest|huber|huber=DELTA|quantile|quantile=TAU")
      ->capture_default_str();
  command.add_option("--method", options.method, "how to fit")->type_name(method_names("|"))->capture_default_str();
  command.add_option("--bins", arguments.bins, "bins per feature: a rule, N for all or N,M[,K]")
      ->type_name("gap|gap-printed|cv|N|N,M[,K]")
      ->capture_default_str();
  command.add_option("--bins-min", options.bins_min, "the fewest bins that a rule tries")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command.add_option("--bins-max", options.bins_max, "the most bins that a rule tries")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command.add_option("--lambda", arguments.lambda, "how much to smooth: a rule or a value")
      ->type_name("cv|cv-1se|aic|bic|VALUE")
      ->capture_default_str();
  command.add_option("--lambdas", options.lambdas, "how many values a rule tries")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command.add_option("--lambda-ratio", options.lambda_ratio, "the largest divided by the smallest value tried")
      ->type_name("NUMBER")
      ->capture_default_str();
  command.add_option("--folds", options.folds, "parts of the cross-validation")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command.add_option("--missing", arguments.missing, "rows with a missing value: refuse or leave out")
      ->type_name("error|drop")
      ->capture_default_str();
  command.add_option("--delimiter", arguments.delimiter, "between fields (default: detected)")->type_name("CHAR");
  command.add_option("--seed", options.seed, "another seed: other rows in each fold")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command.add_option("--threads", options.threads, "0: all cores; the result is always the same")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command.add_option("-o,--output", arguments.output, "write the model here; - for stdout")->type_name("FILE");
  command.add_flag("--json", arguments.is_json, "print the record of the fit as JSON");
  command.add_flag("--quiet", arguments.is_quiet, "no notes, no progress, no summary on stderr");
  command.add_option("--report", arguments.report)->group("");
}

std::vector<std::string> feature_names(const FitArguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& argument : arguments.x) {
    for (std::string& name : split_names(argument)) {
      if (std::ranges::find(names, name) != names.end()) throw InvalidInput("--x names '" + name + "' twice");
      if (name == arguments.y) throw InvalidInput("'" + name + "' is both a feature (--x) and the outcome (--y)");
      names.push_back(std::move(name));
    }
  }
  if (names.size() > 3) {
    throw InvalidInput("--x names " + std::to_string(names.size()) +
                       " features; give 1, 2 or 3 (quote a name that holds a comma: '\"a, b\"')");
  }
  return names;
}

void check_arguments(FitArguments& arguments) {
  find_method(arguments.options.method);  // refuses others
  if (!arguments.report.empty()) throw InvalidInput("--report is not available in this version");
  if (arguments.is_json && arguments.output == "-") {
    throw InvalidInput("--json and -o - both write to standard output; give -o a file name");
  }
  arguments.columns.features = feature_names(arguments);
  arguments.columns.outcome = arguments.y;
  arguments.columns.weight = arguments.weight;
  arguments.columns.exposure = arguments.exposure;
  const bool may_be_labels = arguments.loss == "auto" || arguments.loss == "binomial";
  arguments.columns.outcome_kind = arguments.loss == one_vs_rest ? OutcomeKind::label
                                   : may_be_labels               ? OutcomeKind::automatic
                                                                 : OutcomeKind::number;
  arguments.columns.delimiter = parse_delimiter(arguments.delimiter);
  arguments.columns.missing = parse_missing(arguments.missing);
  arguments.columns.threads = arguments.options.threads;
  arguments.options.loss = arguments.loss;
  set_bins(arguments.options, arguments.bins);
  set_lambda(arguments.options, arguments.lambda);
  check(arguments.options, arguments.columns.features.size());
  check_keeps_inputs(arguments.output, {arguments.data});
}

void print_notes(const AnyModel& model) {
  const FitRecord& record = first_part(model).record;
  if (record.dropped_rows > 0) {
    std::fprintf(stderr, "note: %s of %s rows were left out, as a value was missing\n",
                 count_text(static_cast<double>(record.dropped_rows)).c_str(),
                 count_text(static_cast<double>(record.rows + record.dropped_rows)).c_str());
  }
  for (const std::string& note : notes_of(model)) std::fprintf(stderr, "note: %s\n", note.c_str());
}

nlohmann::ordered_json to_json(const StageSeconds& seconds) {
  const auto of = [&seconds](Stage stage) { return seconds.stage[static_cast<std::size_t>(stage)]; };
  return {{"read", of(Stage::read)},     {"grid", of(Stage::grid)},   {"gap", of(Stage::gap)},
          {"select", of(Stage::select)}, {"solve", of(Stage::solve)}, {"total", seconds.total}};
}

void run_fit(const FitArguments& arguments, Invocation& invocation) {
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns = arguments.columns;
  columns.progress = &progress;
  const Dataset data = read_csv(arguments.data, columns);
  // Opened before the work, so that a folder that cannot be written to costs no time.
  Output output(arguments.output);
  invocation.data_file = arguments.data == "-" ? "standard input" : arguments.data;
  const AnyModel model = fit_by_method(data.view(), arguments.options, &progress);
  invocation.data_file.clear();
  progress.finish();
  if (!arguments.output.empty()) {
    output.write(std::visit([](const auto& any) { return model_to_json(any); }, model));
    output.commit();
  }
  if (arguments.is_json) {
    nlohmann::ordered_json record = std::visit([](const auto& any) { return record_to_json(any); }, model);
    record["seconds"] = to_json(progress.seconds());
    write_to_stdout(to_text(record));
  }
  const bool prints_summary = arguments.output.empty() && !arguments.is_json;
  if (!arguments.is_quiet && !prints_summary) print_notes(model);
  if (prints_summary) {
    SummaryOptions options;
    options.style = style_of_stdout();
    write_to_stdout(std::visit([&options](const auto& any) { return summarise(any, options); }, model));
  } else if (!arguments.is_quiet && !arguments.is_json) {
    std::fputs(std::visit([](const auto& any) { return summarise_briefly(any); }, model).c_str(), stderr);
    if (arguments.output != "-") {
      std::fprintf(stderr, "wrote %s after %s s; gaptv inspect shows it\n", arguments.output.c_str(),
                   short_number(progress.seconds().total, 2).c_str());
    }
  }
}

}  // namespace

void add_fit(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("fit", "Fit a model to the rows of a CSV file");
  const auto arguments = std::make_shared<FitArguments>();
  add_options(*command, *arguments);
  command->footer(footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_fit(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
