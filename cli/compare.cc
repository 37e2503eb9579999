// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/compare.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/data_arguments.h"
#include "cli/fit_option_arguments.h"
#include "cli/output.h"
#include "cli/reading_arguments.h"
#include "cli/terminal_progress.h"
#include "cli/text_table.h"
#include "gaptv/evaluate/comparison_json.h"
#include "gaptv/evaluate/comparison_measures.h"
#include "gaptv/gaptv.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/output/command_text.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

struct CompareArguments {
  DataArguments data;
  std::string methods;
  FitOptionArguments choices;
  bool is_json = false;
  bool is_quiet = false;
  CompareOptions options = {};
  CsvOptions columns = {};
};

std::string compare_footer() {
  std::string text =
      R"(The rows are cut into folds. Each method is fitted to all rows but those of one fold, with all choices made anew,
and measured on the rows that it has not seen. Shown are means over the folds, after +- the standard error of the mean.

Methods; those that cannot fit the outcome are left out:
)";
  for (const Method& method : methods()) {
    text += "  " + std::string(method.name) + std::string(10 - method.name.size(), ' ') +
            std::string(method.description) + "\n";
  }
  return text + R"(
Example:
  gaptv simulate plateaus -n 1000 --seed 1 -o points.csv
  gaptv compare points.csv --x x1,x2 --y y --methods gaptv,cart,cart-cv)";
}

std::string table_of(const Comparison& comparison) {
  const ComparisonMeasure main = main_measure(comparison);
  const std::vector<ComparisonMeasure> others = other_measures(comparison);
  std::vector<std::vector<std::string>> rows = {{main.title}};
  for (const ComparisonMeasure& measure : others) rows.front().emplace_back(measure.title);
  for (const char* title : {"AIC", "seconds", "method"}) rows.front().emplace_back(title);
  for (const MethodComparison& method : comparison.methods) {
    std::vector<std::string> row = {with_error(over_folds(method, main.of))};
    for (const ComparisonMeasure& measure : others) row.push_back(short_number(over_folds(method, measure.of).mean));
    row.push_back(short_number(aic(method)));
    row.push_back(short_number(over_folds(method, seconds_measure().of).mean, 2));
    row.push_back(method.method);
    rows.push_back(std::move(row));
  }
  return text_table(rows);
}

std::string summary_of(const Comparison& comparison) {
  const ComparisonMeasure main = main_measure(comparison);
  const auto value = [&main](const MethodComparison& method) { return over_folds(method, main.of).mean; };
  const auto best = std::ranges::min_element(comparison.methods, {}, value);
  const auto simplest = std::ranges::min_element(comparison.methods, {}, aic);
  const std::string folds = std::to_string(best->folds.size());
  const std::string unit = loss_named(comparison.loss)->is_squared()
                               ? "  AIC is the paper's: it takes the noise to have size 1, "
                                 "so divide the outcome by the size of the noise first.\n"
                               : "";
  return table_of(comparison) + "\n  On rows that the model has not seen: means over " + folds +
         " folds; AIC: deviance of all folds + 2 * regions.\n" + unit + "  Smallest " + main.title + ": " +
         best->method + "; smallest AIC (error against simplicity): " + simplest->method + ".\n";
}

void check_arguments(CompareArguments& arguments) {
  arguments.options.fit = arguments.choices.read();
  arguments.columns = to_csv_options(arguments.data, arguments.options.fit);
  arguments.columns.threads = arguments.options.fit.threads;
  arguments.options.methods = method_list(arguments.methods);
  check(arguments.options.fit, arguments.columns.features.size());
}

void run_compare(const CompareArguments& arguments, Invocation& invocation) {
  TerminalProgress progress(arguments.is_quiet);
  progress.begin(Stage::read);
  CsvOptions columns = arguments.columns;
  columns.progress = &progress;
  const Dataset data = read_csv(arguments.data.file, columns);
  invocation.data_file = arguments.data.name();
  const Comparison comparison = compare(data.view(), arguments.options, &progress);
  invocation.data_file.clear();
  progress.finish();
  if (!arguments.is_quiet) {
    if (data.dropped_rows > 0) {
      std::fprintf(stderr, "note: %s left out, as a value was missing\n",
                   plural(static_cast<double>(data.dropped_rows), "row").c_str());
    }
    print_reading_notes(data.notes);
    for (const std::string& note : comparison.notes) std::fprintf(stderr, "note: %s\n", in_command_style(note).c_str());
  }
  if (!arguments.is_json) {
    write_to_stdout(summary_of(comparison));
    return;
  }
  write_to_stdout(comparison_to_json(comparison, data.view(), arguments.options));
}

void add_options(CLI::App& command, CompareArguments& arguments) {
  FitOptionArguments& choices = arguments.choices;
  add_data_options(command, arguments.data);
  for (const char* name : {"loss", "weight_kind", "fractional_counts"}) choices.add(command, name);
  command.add_option("--methods", arguments.methods, "which to compare, separated by commas (default: all)")
      ->type_name("NAME[,NAME...]");
  choices.add(command, "preset", "", "of the method gaptv");
  command.add_option("--folds", arguments.options.folds, "parts of the rows, each held out once")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  choices.add(command, "folds", "--inner-folds", "parts of the cross-validation within a fit");
  for (const char* name : {"bins_min", "bins_max", "lambdas", "seed", "threads"}) choices.add(command, name);
  command.add_flag("--json", arguments.is_json, "print JSON, fold by fold");
  command.add_flag("--quiet", arguments.is_quiet, "no notes and no progress on stderr");
}

}  // namespace

void add_compare(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("compare", "Compare methods on rows that they have not seen");
  const auto arguments = std::make_shared<CompareArguments>();
  add_options(*command, *arguments);
  command->footer(compare_footer());
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments, &invocation] { run_compare(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
