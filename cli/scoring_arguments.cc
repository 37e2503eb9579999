// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/scoring_arguments.h"

#include "gaptv/base/error.h"
#include "gaptv/sql/dialect.h"

namespace gaptv::cli {

void add_scoring_options(CLI::App& command, ScoringArguments& arguments) {
  command.add_option("--dialect", arguments.dialect, "of sql: for which database; the last two are not verified")
      ->type_name(sql::dialect_names("|"));
  command
      .add_option("--table", arguments.table,
                  "of sql: where the rows are, as in homes or public.homes; a name with a dot in double quotes")
      ->type_name("NAME");
  command.add_option("--type", arguments.type, "of sql: what predict calls by the same names (default: response)")
      ->type_name("response|link|region");
  command.add_option("--label", arguments.label, "of --what expression: the class that it is about, of several")
      ->type_name("LABEL");
  command
      .add_option("--lookup-table", arguments.lookup_table,
                  "of --what lookup: the table that is made (default: gaptv_cells)")
      ->type_name("NAME");
}

sql::ScoringOptions scoring_options(const ScoringArguments& arguments, const std::string& what) {
  if (arguments.dialect.empty()) {
    throw InvalidInput("databases differ; say for which one by --dialect " + sql::dialect_names("|"));
  }
  sql::ScoringOptions options;
  options.dialect = arguments.dialect;
  options.what = what;
  options.table = arguments.table;
  options.label = arguments.label;
  if (!arguments.type.empty()) options.type = parse_prediction_type(arguments.type);
  if (!arguments.lookup_table.empty()) {
    if (what != "lookup") throw InvalidInput("--lookup-table is for --what lookup; leave it out");
    options.lookup_table = arguments.lookup_table;
  }
  sql::check(options);
  return options;
}

}  // namespace gaptv::cli
