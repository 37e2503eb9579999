// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "gaptv/cells/counted_rows_file.h"
#include "gaptv/gaptv.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

struct MergeArguments {
  std::vector<std::string> files;
  std::string output;
  bool is_quiet = false;
};

constexpr const char* merge_footer =
    R"(The tables must have the same edges, folds, loss and columns: make one with gaptv summarize, and the others with
its --edges-from.

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o may.csv
  gaptv simulate plateaus -n 2000 --seed 2 -o june.csv
  gaptv summarize may.csv --x x1,x2 --y y --bins 20 -o may.cells
  gaptv summarize june.csv --x x1,x2 --y y --bins 20 --edges-from may.cells -o june.cells
  gaptv merge may.cells june.cells -o all.cells
  gaptv fit --cells all.cells --bins 20 -o model.json)";

void run_merge(const MergeArguments& arguments) {
  Output output(arguments.output);
  std::vector<CountedRows> parts;
  for (const std::string& file : arguments.files) parts.push_back(read_counted_rows(file));
  const CountedRows all = merge_counted_rows(parts, arguments.files);
  output.write(counted_rows_to_json(all));
  output.commit();
  if (arguments.is_quiet || arguments.output == "-") return;
  std::fprintf(stderr, "wrote %s: %s of %s; gaptv fit --cells fits it\n", arguments.output.c_str(),
               plural(static_cast<double>(all.summary.rows), "row").c_str(),
               plural(static_cast<double>(parts.size()), "table").c_str());
}

}  // namespace

void add_merge(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("merge", "Add up cell tables of several files");
  const auto arguments = std::make_shared<MergeArguments>();
  command->add_option("CELLS", arguments->files, "tables that gaptv summarize wrote")->required()->type_name("FILE...");
  command->add_option("-o,--output", arguments->output, "write the table here; - for stdout")
      ->required()
      ->type_name("FILE");
  command->add_flag("--quiet", arguments->is_quiet, "no summary on stderr");
  command->footer(merge_footer);
  command->callback([arguments, &invocation] {
    check_keeps_inputs(arguments->output, arguments->files);
    invocation.run = [arguments] { run_merge(*arguments); };
  });
}

}  // namespace gaptv::cli
