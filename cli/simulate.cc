// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/simulate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "experiments/suite_cases.h"
#include "gaptv/base/error.h"
#include "gaptv/output/csv.h"

namespace gaptv::cli {
namespace {

struct SimulateArguments {
  SimulateOptions options = {};
  std::string output;
  std::string truth;
  bool list = false;
};

constexpr const char* simulate_footer =
    R"(plateaus is the benchmark of the GapTV paper, scenario1 to scenario4 are the test functions of the CRISP
paper; gaptv simulate --list tells the other kinds, with how many features each has and what its outcome is.
The sample has the columns x1, x2, ... and y; the truth is what y is on average (a probability, a rate) on
a grid of 10,000 points, 100 x 100 with two features.

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o points.csv --truth truth.csv)";

void check_arguments(const SimulateArguments& arguments) {
  if (arguments.list) return;
  const SimulateOptions& options = arguments.options;
  if (options.kind.empty()) throw InvalidInput("KIND is missing: give one that --list tells");
  find_suite_case(options.kind);  // throws if there is none
  if (options.rows == 0) throw InvalidInput("-n, --rows is missing, or 0: at least one row is needed");
  if (options.distinct && options.kind != "plateaus") throw InvalidInput("--distinct goes with plateaus only");
  if (arguments.truth == "-" || (!arguments.truth.empty() && arguments.truth == arguments.output)) {
    throw InvalidInput("--truth needs a file of its own");
  }
}

void write_dataset(const Dataset& data, Output& output) {
  write_csv(data, [&output](std::string_view text) { output.write(text); });
}

void list_kinds(const std::string& file) {
  Output output(file);
  output.write("kind,features,loss\n");
  for (const PresetCase& of_case : suite_cases()) {
    output.write(of_case.name + "," + std::to_string(of_case.features) + "," + of_case.loss + "\n");
  }
  output.commit();
}

void run_simulate(const SimulateArguments& arguments) {
  if (arguments.list) return list_kinds(arguments.output);
  const SimulateOptions& options = arguments.options;
  const Simulation simulation =
      options.distinct ? simulate(options) : find_suite_case(options.kind).make(options.rows, options.seed);
  Output sample(arguments.output);
  if (!arguments.truth.empty()) {
    Output truth(arguments.truth);
    write_dataset(simulation.truth, truth);
    truth.commit();
  }
  write_dataset(simulation.sample, sample);
  sample.commit();
}

}  // namespace

void add_simulate(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("simulate", "Make example data");
  const auto arguments = std::make_shared<SimulateArguments>();
  command->add_option("KIND", arguments->options.kind, "what to make: plateaus, scenario1 or another kind of --list")
      ->type_name("KIND");
  command->add_option("-n,--rows", arguments->options.rows, "how many rows")->type_name("N")->check(check_whole_number);
  command->add_option("--seed", arguments->options.seed, "another seed: other random numbers")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command->add_option("-o,--output", arguments->output, "write the sample here (default: stdout)")->type_name("FILE");
  command->add_option("--truth", arguments->truth, "write the truth here")->type_name("FILE");
  command->add_flag("--distinct", arguments->options.distinct,
                    "plateaus of 1000 distinct cells, as the text of the paper says");
  command->add_flag("--list", arguments->list, "print all kinds with their features and outcomes (CSV)");
  command->footer(simulate_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments] { run_simulate(*arguments); };
  });
}

}  // namespace gaptv::cli
