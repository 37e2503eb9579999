// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/terminal_progress.h"
#include "cli/text_table.h"
#include "experiments/bins_sweep.h"
#include "experiments/crime.h"
#include "experiments/draw_figures.h"
#include "experiments/presets.h"
#include "experiments/real_sets.h"
#include "experiments/synthetic.h"
#include "gaptv/base/error.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

constexpr std::array<std::string_view, 5> experiments = {"synthetic", "bins", "crime", "scenarios", "presets"};

struct ReproduceArguments {
  std::string experiment;
  SyntheticOptions options = {};
  std::string methods;
  std::string sizes;
  std::string data;
  std::string city;
  std::size_t grid = 0;
  std::size_t year = 0;
  std::size_t folds = 20;
  bool is_quiet = false;
};

constexpr const char* reproduce_footer =
    R"(synthetic   the paper's benchmark: every method on samples of 50 to 10000 points, against the truth
bins        GapTV with every number of bins from 2 to 50, and the one that the gap statistic chooses
crime       the paper's study of a city, from its own file of reports (--data) or from a ready grid of ix, iy and
            log_count: 20 folds, each predicted by models that did not see it
scenarios   the four test functions of the CRISP paper
presets     preset best against preset paper and the pruned tree (other methods: --methods), on 14 kinds of data;
            with --data FOLDER also on the public data sets that the folder holds (airfoil.csv, lidar.csv, ...)

Results are CSV files in the folder, with figures of them (SVG, PDF, PNG). What is there is not computed again, so that an
interrupted run goes on where it stopped, and more trials can be added. Trial t has the data of
`gaptv simulate --seed S`, S = seed + t.

Examples:
  gaptv reproduce synthetic --trials 5 --methods gaptv,cart -o results
  gaptv reproduce crime --data chicago.csv --year 2015 -o results)";

void refuse_with(const CLI::App& command, const char* option, const std::string& goes_with) {
  if (command.count(option) > 0) throw InvalidInput(std::string(option) + " goes with " + goes_with + " only");
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
  const std::string& experiment = arguments.experiment;
  if (std::ranges::find(experiments, experiment) == experiments.end()) {
    throw InvalidInput("there is no experiment '" + experiment +
                       "'; give one of synthetic, bins, crime, scenarios, presets");
  }
  if (experiment != "crime") {
    for (const char* option : {"--city", "--grid", "--year", "--folds"}) refuse_with(command, option, "crime");
    if (experiment != "presets") refuse_with(command, "--data", "crime and presets");
  } else {
    for (const char* option : {"--trials", "--sizes"})
      refuse_with(command, option, "synthetic, bins, scenarios and presets");
    if (arguments.data.empty()) throw InvalidInput("crime needs the city's file of reports: --data FILE");
    if (arguments.city.empty()) arguments.city = city_of(arguments.data);
  }
  if (experiment != "synthetic") refuse_with(command, "--distinct", "synthetic");
  if (experiment == "bins") refuse_with(command, "--methods", "synthetic, crime, scenarios and presets");
  ExperimentOptions& common = arguments.options.common;
  if (experiment == "presets") common.methods = {"gaptv", "cart-cv"};
  if (!arguments.methods.empty()) common.methods = method_list(arguments.methods);
  common.sizes = parse_sizes(arguments.sizes);
  check(common);
}

std::string to_table(const Summary& summary) {
  std::vector<std::vector<std::string>> rows(1, summary.group_columns);
  for (const std::string& measure : summary.measures) rows.front().push_back(measure);
  for (const GroupSummary& group : summary.groups) {
    rows.push_back(group.group);
    for (const MeanAndError& value : group.measures) rows.back().push_back(with_error(value));
  }
  return text_table(rows);
}

// 49 lines for each size are for the file.
std::string to_table(const std::vector<BestOfSweep>& sizes) {
  std::vector<std::vector<std::string>> rows = {{"n", "bins chosen", "best bins", "RMSE of the best"}};
  for (const BestOfSweep& of_size : sizes) {
    rows.push_back(
        {of_size.size, short_number(of_size.chosen), short_number(of_size.best), short_number(of_size.rmse)});
  }
  return text_table(rows);
}

std::string run_sweep(const ExperimentOptions& options, TerminalProgress& progress) {
  const Summary sweep = run_bins_sweep(options, progress);
  draw_bins(sweep, options);
  return to_table(best_of_sweep(sweep));
}

std::string run_crime_study(const ReproduceArguments& arguments, TerminalProgress& progress, Invocation& invocation) {
  progress.begin(Stage::read);
  const std::optional<std::size_t> year = arguments.year > 0 ? std::optional(arguments.year) : std::nullopt;
  const CrimeData data = read_crime(arguments.data, year);
  invocation.data_file = arguments.data;
  const CrimeGrid grid = data.cells ? ready_grid(*data.cells)
                                    : count_on_grid(data.points, arguments.grid > 0 ? arguments.grid : data.usual_bins);
  invocation.data_file.clear();
  if (!arguments.is_quiet) {
    std::fprintf(stderr, "note: %s: %s; %zu of %zu x %zu cells have reports\n", arguments.city.c_str(),
                 data.form.c_str(), grid.cells.rows(), grid.bins_x, grid.bins_y);
    for (const std::vector<std::string>& notes : {data.notes, grid.notes}) {
      for (const std::string& note : notes) std::fprintf(stderr, "note: %s\n", note.c_str());
    }
  }
  const CrimeOptions options = {arguments.options.common, arguments.city, arguments.folds};
  const Summary summary = run_crime(grid, options, progress);
  const std::vector<Fields> map = write_crime_maps(grid, options, progress);
  draw_crime_maps(map, options.city, options.common);
  return to_table(summary);
}

std::string run_all_presets(const ReproduceArguments& arguments, TerminalProgress& progress) {
  const ExperimentOptions& common = arguments.options.common;
  if (arguments.data.empty()) return to_table(run_presets(common, progress));
  const std::vector<std::string> missing = missing_sets(arguments.data);
  for (const std::string& file : missing) {
    if (arguments.is_quiet) break;
    std::fprintf(stderr, "note: %s has no %s; that set is left out\n", arguments.data.c_str(), file.c_str());
  }
  const std::string table = to_table(run_presets(common, progress));
  return table + "\n" + to_table(run_presets_on_real_sets(arguments.data, common, progress));
}

std::string run_experiment(const ReproduceArguments& arguments, TerminalProgress& progress, Invocation& invocation) {
  const ExperimentOptions& common = arguments.options.common;
  if (arguments.experiment == "crime") return run_crime_study(arguments, progress, invocation);
  if (arguments.experiment == "bins") return run_sweep(common, progress);
  if (arguments.experiment == "presets") return run_all_presets(arguments, progress);
  if (arguments.experiment == "scenarios") return to_table(run_scenarios(common, progress));
  const Summary summary = run_synthetic(arguments.options, progress);
  const std::vector<Fields> map = write_synthetic_maps(arguments.options, progress);
  draw_synthetic(summary, common);
  draw_synthetic_maps(map, common);
  return to_table(summary);
}

void run_reproduce(const ReproduceArguments& arguments, Invocation& invocation) {
  TerminalProgress progress(arguments.is_quiet);
  const std::string table = run_experiment(arguments, progress, invocation);
  progress.finish();
  write_to_stdout(table + "\n  Means and standard errors; the results are in " + arguments.options.common.folder +
                  ".\n");
}

void add_reproduce_options(CLI::App& command, ReproduceArguments& arguments) {
  ExperimentOptions& common = arguments.options.common;
  const auto add_number = [&command](const char* name, std::size_t& number, const char* meaning) {
    return command.add_option(name, number, meaning)->type_name("N")->check(check_whole_number);
  };
  command.add_option("EXPERIMENT", arguments.experiment, "one of synthetic, bins, crime, scenarios, presets")
      ->required()
      ->type_name("synthetic|bins|crime|scenarios|presets");
  add_number("--trials", common.trials, "how many samples of each kind")->capture_default_str();
  command.add_option("--methods", arguments.methods, "which to run, separated by commas (default: all)")
      ->type_name("NAME[,NAME...]");
  command.add_option("--sizes", arguments.sizes, "numbers of points, separated by commas (default: the paper's)")
      ->type_name("N[,N...]");
  command.add_flag("--distinct", arguments.options.distinct,
                   "plateaus of 1000 distinct cells, as the text of the paper says");
  command.add_option("--data", arguments.data, "crime: the city's file of reports, or a ready grid; presets: a folder")
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
  command->footer(reproduce_footer);
  command->callback([arguments, command, &invocation] {
    check_arguments(*command, *arguments);
    invocation.run = [arguments, &invocation] { run_reproduce(*arguments, invocation); };
  });
}

}  // namespace gaptv::cli
