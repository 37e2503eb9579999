// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/simulate.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "gaptv/base/error.h"
#include "gaptv/output/csv.h"

namespace gaptv::cli {
namespace {

struct SimulateArguments {
  SimulateOptions options = {};
  std::string output;
  std::string truth;
};

constexpr const char* simulate_footer =
    R"(plateaus is the benchmark of the GapTV paper, scenario1 to scenario4 are the test functions of the CRISP
paper. The sample has the columns x1, x2 and y; the truth is y without noise on a grid of 100 x 100.

Example:
  gaptv simulate plateaus -n 2000 --seed 1 -o points.csv --truth truth.csv)";

std::string join_kinds(const std::string& separator) {
  std::string kinds;
  for (const std::string_view kind : simulation_kinds) kinds += (kinds.empty() ? "" : separator) + std::string(kind);
  return kinds;
}

void check_arguments(const SimulateArguments& arguments) {
  const SimulateOptions& options = arguments.options;
  if (std::ranges::find(simulation_kinds, options.kind) == simulation_kinds.end()) {
    throw InvalidInput("there is no kind '" + options.kind + "'; give one of " + join_kinds(", "));
  }
  if (options.rows < 1) throw InvalidInput("-n 0: at least one row is needed");
  if (options.distinct && options.kind != "plateaus") throw InvalidInput("--distinct goes with plateaus only");
  if (arguments.truth == "-" || (!arguments.truth.empty() && arguments.truth == arguments.output)) {
    throw InvalidInput("--truth needs a file of its own");
  }
}

void write_dataset(const Dataset& data, Output& output) {
  write_csv(data, [&output](std::string_view text) { output.write(text); });
}

void run_simulate(const SimulateArguments& arguments) {
  const Simulation simulation = simulate(arguments.options);
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
  command->add_option("KIND", arguments->options.kind, "one of " + join_kinds(", "))
      ->required()
      ->type_name(join_kinds("|"));
  command->add_option("-n,--rows", arguments->options.rows, "how many rows")
      ->required()
      ->type_name("N")
      ->check(check_whole_number);
  command->add_option("--seed", arguments->options.seed, "another seed: other random numbers")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  command->add_option("-o,--output", arguments->output, "write the sample here (default: stdout)")->type_name("FILE");
  command->add_option("--truth", arguments->truth, "write the truth here")->type_name("FILE");
  command->add_flag("--distinct", arguments->options.distinct,
                    "plateaus of 1000 distinct cells, as the text of the paper says");
  command->footer(simulate_footer);
  command->callback([arguments, &invocation] {
    check_arguments(*arguments);
    invocation.run = [arguments] { run_simulate(*arguments); };
  });
}

}  // namespace gaptv::cli
