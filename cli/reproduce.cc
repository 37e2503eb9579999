// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/reproduce_experiments.h"
#include "cli/terminal_progress.h"
#include "gaptv/base/error.h"

namespace gaptv::cli {
namespace {

// Options that some experiments take.
constexpr std::array<std::string_view, 9> particular_options = {
    "--trials", "--sizes", "--methods", "--distinct", "--data", "--city", "--grid", "--year", "--folds"};

constexpr const char* footer_of_results =
    R"(
Results are CSV files in the folder, with figures of them (SVG, PDF, PNG). What is there is not computed again, so that an
interrupted run goes on where it stopped, and more trials can be added. Trial t has the data of
`gaptv simulate --seed S`, S = seed + t.

Examples:
  gaptv reproduce synthetic --trials 5 --methods gaptv,cart -o results
  gaptv reproduce crime --data chicago.csv --year 2015 -o results)";

// "a, b and c".
std::string list_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

std::string experiment_names(const char* separator) {
  std::string text;
  for (const Experiment& experiment : all_experiments()) {
    text += (text.empty() ? "" : separator) + std::string(experiment.name);
  }
  return text;
}

// Each experiment with its help beside it.
std::string make_footer() {
  constexpr std::size_t width = 13;
  std::string text;
  for (const Experiment& experiment : all_experiments()) {
    std::string lines(experiment.help);
    for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1)) {
      lines.insert(at + 1, width, ' ');
    }
    std::string name(experiment.name);
    name.resize(width, ' ');
    text += name + lines + "\n";
  }
  return text + footer_of_results;
}

const Experiment& find_experiment(const std::string& name) {
  for (const Experiment& experiment : all_experiments()) {
    if (experiment.name == name) return experiment;
  }
  throw InvalidInput("there is no experiment '" + name + "'; give one of " + experiment_names(", "));
}

void refuse_other_options(const CLI::App& command, const Experiment& experiment) {
  const auto takes = [](const Experiment& one, std::string_view option) {
    return std::ranges::find(one.options, option) != one.options.end();
  };
  for (const std::string_view option : particular_options) {
    if (takes(experiment, option) || command.count(std::string(option)) == 0) continue;
    std::vector<std::string> names;
    for (const Experiment& one : all_experiments()) {
      if (takes(one, option)) names.emplace_back(one.name);
    }
    throw InvalidInput(std::string(option) + " goes with " + list_names(names) + " only");
  }
}

std::vector<std::size_t> parse_sizes(const std::string& argument) {
  std::vector<std::size_t> sizes;
  if (argument.empty()) return sizes;
  for (const std::string& text : split_names(argument)) {
    if (!check_whole_number(text).empty()) throw InvalidInput("--sizes '" + text + "': give whole numbers: 100,500");
    sizes.push_back(std::stoul(text));
  }
  return sizes;
}

// The name of the file up to what is no letter: chicago2015_grid200.csv is chicago.
std::string city_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).stem().string();
  const auto is_letter = [](char character) { return std::isalpha(static_cast<unsigned char>(character)) != 0; };
  const auto end = std::ranges::find_if_not(name, is_letter);
  return end == name.begin() ? "city" : std::string(name.begin(), end);
}

void check_arguments(const CLI::App& command, ReproduceArguments& arguments) {
  const Experiment& experiment = find_experiment(arguments.experiment);
  refuse_other_options(command, experiment);
  if (experiment.name == "crime") {
    if (arguments.data.empty()) throw InvalidInput("crime needs the city's file of reports: --data FILE");
    if (arguments.city.empty()) arguments.city = city_of(arguments.data);
  }
  ExperimentOptions& common = arguments.options.common;
  if (experiment.name == "presets") common.methods = {"gaptv", "cart-cv"};
  if (!arguments.methods.empty()) common.methods = method_list(arguments.methods);
  common.sizes = parse_sizes(arguments.sizes);
  check(common);
}

void run_reproduce(const ReproduceArguments& arguments, Invocation& invocation) {
  TerminalProgress progress(arguments.is_quiet);
  const std::string table = find_experiment(arguments.experiment).run(arguments, progress, invocation.data_file);
  progress.finish();
  write_to_stdout(table + "\n  Means and standard errors; the results are in " + arguments.options.common.folder +
                  ".\n");
}

void add_reproduce_options(CLI::App& command, ReproduceArguments& arguments) {
  ExperimentOptions& common = arguments.options.common;
  const auto add_number = [&command](const char* name, std::size_t& number, const char* meaning) {
    return command.add_option(name, number, meaning)->type_name("N")->check(check_whole_number);
  };
  command.add_option("EXPERIMENT", arguments.experiment, "one of " + experiment_names(", "))
      ->required()
      ->type_name(experiment_names("|"));
  add_number("--trials", common.trials, "how many samples of each kind")->capture_default_str();
  command.add_option("--methods", arguments.methods, "which to run, separated by commas (default: all)")
      ->type_name("NAME[,NAME...]");
  command.add_option("--sizes", arguments.sizes, "numbers of points, separated by commas (default: the paper's)")
      ->type_name("N[,N...]");
  command.add_flag("--distinct", arguments.options.distinct,
                   "plateaus of 1000 distinct cells, as the text of the paper says");
  command
      .add_option("--data", arguments.data,
                  "crime: the city's file of reports, or a ready grid; presets, regions, areas: a folder")
      ->type_name("FILE");
  command.add_option("--city", arguments.city, "crime: its name in the results (default: from the file's)")
      ->type_name("NAME");
  add_number("--grid", arguments.grid, "crime: cells a side (default: 200 for Chicago's file, else 100)");
  add_number("--year", arguments.year, "crime: only reports of this year (column Year)");
  add_number("--folds", arguments.folds, "crime: parts of the cells, each held out once")->capture_default_str();
  command.add_option("--seed", common.seed, "another seed: other random numbers")
      ->type_name("N")
      ->check(check_whole_number)
      ->capture_default_str();
  add_number("--threads", common.threads, "0: all cores; changes nothing but the seconds")->capture_default_str();
  command.add_flag("--quiet", arguments.is_quiet, "no notes and no progress on stderr");
  command.add_option("-o,--output", common.folder, "the folder of the results")
      ->type_name("DIR")
      ->capture_default_str();
}

}  // namespace

void add_reproduce(CLI::App& program, Invocation& invocation) {
  CLI::App* const command = program.add_subcommand("reproduce", "Repeat the experiments of the paper");
  const auto arguments = std::make_shared<ReproduceArguments>();
  arguments->options.common.folder = "reproduction";
  add_reproduce_options(*command, *arguments);
  command->footer(make_footer());
  command->callback([arguments, command, &invocation] {
    check_arguments(*command, *arguments);
    invocation.run = [arguments, &invocation] { run_reproduce(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
