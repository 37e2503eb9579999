// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/fit_option_arguments.h"
#include "cli/output.h"
#include "cli/summary.h"
#include "cli/terminal_progress.h"
#include "gaptv/areas/mask_file.h"
#include "gaptv/base/error.h"
#include "gaptv/base/file.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/gaptv.h"
#include "gaptv/sql/answer_text.h"
#include "gaptv/sql/fit_table.h"

namespace gaptv::cli {
namespace {

struct SqlArguments {
  std::string dialect;
  sql::TableColumns table;
  std::vector<std::string> x;
  std::string missing = "error";
  std::string answers;
  FitOptionArguments choices;
  std::string output;
  bool is_quiet = false;
  FitOptions options = {};
  std::vector<std::string> files = {};
};

constexpr const char* sql_footer =
    R"(Fits rows that stay in a database which this program cannot reach. It prints one statement; run it, save the answer as
CSV with a header line, and call the command again with the answers so far: it prints the next one. After the last
one (about ten) it writes the model, or with -o FILE.cells the table of cells that gaptv fit --cells takes. Statements
create nothing. An answer holds counts and sums, and values that lie beside quantiles. Numbers must be written with all
their digits, which the sqlite3 shell does not do.

The same from Python, without files in between: gaptv.fit_table(connection, ...).

Example:
  gaptv sql --dialect duckdb --table homes --x lon,lat --y price -o homes.json > 1.sql
  duckdb homes.db -csv < 1.sql > a1.csv
  gaptv sql --dialect duckdb --table homes --x lon,lat --y price -o homes.json --answers a1.csv > 2.sql)";

// Is thrown when the fit asks what there is no answer to yet.
struct NeedsAnswer {
  std::string statement;
};

void add_options(CLI::App& command, SqlArguments& arguments) {
  command.add_option("--dialect", arguments.dialect, "of the database; nobody has run statements of the last two")
      ->required()
      ->type_name(sql::dialect_names("|"));
  command.add_option("--table", arguments.table.table, "table or schema.table")->required()->type_name("TABLE");
  command.add_option("--x", arguments.x, "1 to 3 feature columns, separated by commas")
      ->required()
      ->type_name("COL[,COL[,COL]]")
      ->allow_extra_args(false);
  command.add_option("--y", arguments.table.outcome, "the outcome column: numbers, or two labels")
      ->required()
      ->type_name("COL");
  command.add_option("--weight", arguments.table.weight, "a column of weights")->type_name("COL");
  command.add_option("--exposure", arguments.table.exposure, "what counts were counted over: time, area, population")
      ->type_name("COL");
  command.add_option("--where", arguments.table.where, "which rows: a condition in the words of the database")
      ->type_name("CONDITION");
  command.add_option("--missing", arguments.missing, "rows with a missing value: refuse or leave out")
      ->type_name("error|drop")
      ->capture_default_str();
  arguments.choices.add_all(command);
  command.add_option("--answers", arguments.answers, "the answers so far, in the order of the statements")
      ->type_name("FILE[,FILE...]");
  command
      .add_option("-o,--output", arguments.output,
                  "write the model here in the end; a table of cells if it ends in .cells")
      ->required()
      ->type_name("FILE");
  command.add_flag("--quiet", arguments.is_quiet, "nothing on stderr");
}

void check_arguments(SqlArguments& arguments) {
  sql::dialect_named(arguments.dialect);
  for (const std::string& argument : arguments.x) {
    for (std::string& name : split_names(argument)) arguments.table.features.push_back(std::move(name));
  }
  arguments.table.missing = parse_missing(arguments.missing);
  arguments.options = arguments.choices.read();
  if (!arguments.answers.empty()) arguments.files = split_names(arguments.answers);
  if (arguments.output == "-") {
    throw InvalidInput("-o - would write the model where statements are printed; give it a file name");
  }
  check_needs_cells_only(arguments.options);
  check(arguments.options, arguments.table.features.size());
  check_keeps_inputs(arguments.output, arguments.files);
}

void run_sql(const SqlArguments& arguments) {
  const sql::Dialect& dialect = sql::dialect_named(arguments.dialect);
  FitOptions options = arguments.options;
  load_mask(options);
  std::size_t used = 0;
  const auto run = [&](const std::string& statement) {
    if (used == arguments.files.size()) throw NeedsAnswer{statement};
    const std::string& file = arguments.files[used++];
    return sql::answer_from_csv(read_file(file), file);
  };
  TerminalProgress progress(arguments.is_quiet);
  try {
    std::string text;
    std::string told;
    if (arguments.output.ends_with(".cells")) {
      const CountedRows counted = sql::count_table(dialect, arguments.table, options, run, &progress);
      text = counted_rows_to_json(counted);
      told = summarise_cells(counted, arguments.output);
    } else {
      const Model model = sql::fit_table(dialect, arguments.table, options, run, &progress);
      text = model_to_json(model);
      told = summarise_briefly(model);
    }
    progress.finish();
    if (used < arguments.files.size()) {
      throw InvalidInput("--answers names " + std::to_string(arguments.files.size()) +
                         " files, and the fit asked for " + std::to_string(used) + "; the rest belongs to another fit");
    }
    Output output(arguments.output);
    output.write(text);
    output.commit();
    if (!arguments.is_quiet) std::fputs(told.c_str(), stderr);
  } catch (const NeedsAnswer& needed) {
    progress.finish();
    write_to_stdout(sql::unverified_comment(dialect) + needed.statement + ";\n");
    if (arguments.is_quiet) return;
    std::fprintf(stderr,
                 "statement %zu: run it, save the answer as CSV with a header, and give it as the last of --answers\n",
                 used + 1);
  }
}

}  // namespace

void add_sql(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("sql", "Fit rows of a database by statements that are run by hand");
  const auto arguments = std::make_shared<SqlArguments>();
  add_options(*command, *arguments);
  command->footer(sql_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments] { run_sql(*arguments); };
  });
}

}  // namespace gaptv::cli
