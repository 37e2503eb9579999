// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/data_arguments.h"

#include <algorithm>

#include "cli/arguments.h"
#include "gaptv/base/error.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv::cli {
namespace {

std::vector<std::string> names_in(const DataArguments& arguments) {
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

}  // namespace

void add_data_options(CLI::App& command, DataArguments& arguments) {
  command.add_option("DATA.csv", arguments.file, "rows with a header line: comma, semicolon or tab; gzip; - for stdin")
      ->required()
      ->type_name("FILE");
  command.add_option("--x", arguments.x, "1 to 3 feature columns, separated by commas")
      ->required()
      ->type_name("COL[,COL[,COL]]")
      ->allow_extra_args(false);
  command.add_option("--y", arguments.y, "the outcome column")->required()->type_name("COL");
  command.add_option("--weight", arguments.weight, "a column of weights")->type_name("COL");
  command.add_option("--exposure", arguments.exposure, "what counts were counted over: time, area, population")
      ->type_name("COL");
  command.add_option("--missing", arguments.missing, "rows with a missing value: refuse or leave out")
      ->type_name("error|drop")
      ->capture_default_str();
  add_reading_options(command, arguments.reading);
}

CsvOptions to_csv_options(const DataArguments& arguments, const FitOptions& options) {
  CsvOptions columns;
  columns.features = names_in(arguments);
  columns.outcome = arguments.y;
  columns.weight = arguments.weight;
  columns.exposure = arguments.exposure;
  if (arguments.weight.empty() && options.weight_kind != WeightKind::automatic) {
    throw InvalidInput("--weight-kind says what weights mean; name their column too (--weight COL)");
  }
  const AcceptedOutcomes accepted = loss_named(options.loss)->accepts();
  columns.outcome_kind = accepted.are_many_classes  ? OutcomeKind::label
                         : accepted.are_two_classes ? OutcomeKind::automatic_pair
                         : options.loss == "auto"   ? OutcomeKind::automatic
                                                    : OutcomeKind::number;
  set_reading_options(arguments.reading, columns);
  columns.missing = parse_missing(arguments.missing);
  return columns;
}

}  // namespace gaptv::cli
