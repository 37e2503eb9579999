// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/reproduce_experiments.h"

#include <cstdio>
#include <optional>

#include "cli/text_table.h"
#include "experiments/bins_sweep.h"
#include "experiments/crime.h"
#include "experiments/crisp_speed.h"
#include "experiments/draw_figures.h"
#include "experiments/equal_regions.h"
#include "experiments/honesty.h"
#include "experiments/lambda_rules.h"
#include "experiments/presets.h"
#include "experiments/protected_areas.h"
#include "experiments/real_sets.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

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

std::string run_sweep(const ReproduceArguments& arguments, TerminalProgress& progress, std::string& /*data_file*/) {
  const ExperimentOptions& options = arguments.options.common;
  const Summary sweep = run_bins_sweep(options, progress);
  draw_bins(sweep, options);
  return to_table(best_of_sweep(sweep));
}

std::string run_crime_study(const ReproduceArguments& arguments, TerminalProgress& progress, std::string& data_file) {
  progress.begin(Stage::read);
  const std::optional<std::size_t> year = arguments.year > 0 ? std::optional(arguments.year) : std::nullopt;
  const CrimeData data = read_crime(arguments.data, year);
  data_file = arguments.data;
  const CrimeGrid grid = data.cells ? ready_grid(*data.cells)
                                    : count_on_grid(data.points, arguments.grid > 0 ? arguments.grid : data.usual_bins);
  data_file.clear();
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

std::string to_line(const BestOverPaper& ratios, const std::string& cases) {
  return "  Best over paper, averaged over " + std::to_string(ratios.cases) + " cases" + cases + ": RMSE " +
         short_number(ratios.rmse) + ", largest error " + short_number(ratios.max_error) + " (above 1 in " +
         std::to_string(ratios.larger_max_errors) + ").\n";
}

std::string run_simulated_presets(const ExperimentOptions& options, TerminalProgress& progress) {
  const Summary summary = run_presets(options, progress);
  std::string text = to_table(summary) + "\n";
  if (const auto ratios = best_over_paper(summary, "noise")) text += to_line(*ratios, " (without noise)");
  if (const auto ratios = best_over_paper(summary)) text += to_line(*ratios, "");
  return text;
}

void tell_missing_sets(const ReproduceArguments& arguments) {
  for (const std::string& file : missing_sets(arguments.data)) {
    if (arguments.is_quiet) break;
    std::fprintf(stderr, "note: %s has no %s; that set is left out\n", arguments.data.c_str(), file.c_str());
  }
}

std::string run_all_presets(const ReproduceArguments& arguments, TerminalProgress& progress,
                            std::string& /*data_file*/) {
  const ExperimentOptions& common = arguments.options.common;
  if (arguments.data.empty()) return run_simulated_presets(common, progress);
  tell_missing_sets(arguments);
  const std::string table = run_simulated_presets(common, progress);
  return table + "\n" + to_table(run_presets_on_real_sets(arguments.data, common, progress));
}

std::string run_all_regions(const ReproduceArguments& arguments, TerminalProgress& progress,
                            std::string& /*data_file*/) {
  const ExperimentOptions& common = arguments.options.common;
  if (!arguments.data.empty()) tell_missing_sets(arguments);
  std::string text = to_table(run_equal_regions(common, progress));
  text += "\n" + to_table(run_region_rules(common, progress));
  if (!arguments.data.empty()) {
    text += "\n" + to_table(run_equal_regions_on_real_sets(arguments.data, common, progress));
    text += "\n" + to_table(run_region_rules_on_real_sets(arguments.data, common, progress));
  }
  return text + "\n" + to_table(run_honesty(common, progress));
}

// Beside the best of all squares: their 36 lines each are for the file.
std::string to_table(const std::vector<BesideSquares>& areas) {
  std::vector<std::vector<std::string>> rows = {
      {"data", "rows", "min_count", "rmse of gaptv", "areas", "best squares", "their rmse", "areas", "ratio"}};
  for (const BesideSquares& of : areas) {
    rows.push_back(of.group);
    for (const std::string& field :
         {with_error(of.gaptv), short_number(of.gaptv_areas), of.squares, with_error(of.best),
          short_number(of.best_areas), short_number(of.gaptv.mean / of.best.mean)}) {
      rows.back().push_back(field);
    }
  }
  return text_table(rows);
}

std::string run_all_areas(const ReproduceArguments& arguments, TerminalProgress& progress, std::string& /*data_file*/) {
  const ExperimentOptions& common = arguments.options.common;
  if (!arguments.data.empty()) tell_missing_sets(arguments);
  std::string text = to_table(beside_squares(run_protected_areas(common, progress)));
  if (arguments.data.empty()) return text;
  write_area_maps(arguments.data, common, progress);
  return text + "\n" + to_table(beside_squares(run_protected_areas_on_real_sets(arguments.data, common, progress)));
}

std::string run_lambda_study(const ReproduceArguments& arguments, TerminalProgress& progress,
                             std::string& /*data_file*/) {
  return to_table(run_lambda_rules(arguments.options.common, progress));
}

std::string run_speed_of_crisp(const ReproduceArguments& arguments, TerminalProgress& progress,
                               std::string& /*data_file*/) {
  return to_table(run_crisp_speed(arguments.options.common, progress));
}

std::string run_test_functions(const ReproduceArguments& arguments, TerminalProgress& progress,
                               std::string& /*data_file*/) {
  return to_table(run_scenarios(arguments.options.common, progress));
}

std::string run_benchmark(const ReproduceArguments& arguments, TerminalProgress& progress, std::string& /*data_file*/) {
  const Summary summary = run_synthetic(arguments.options, progress);
  const std::vector<Fields> map = write_synthetic_maps(arguments.options, progress);
  draw_synthetic(summary, arguments.options.common);
  draw_synthetic_maps(map, arguments.options.common);
  return to_table(summary);
}

std::vector<Experiment> make_experiments() {
  return {
      {"synthetic",
       "the paper's benchmark: every method on samples of 50 to 10000 points, against the truth",
       {"--trials", "--sizes", "--methods", "--distinct"},
       run_benchmark},
      {"bins",
       "GapTV with every number of bins from 2 to 50, and the one that the gap statistic chooses",
       {"--trials", "--sizes"},
       run_sweep},
      {"lambda",
       "GapTV with lambda by cross-validation, AIC and BIC on the paper's benchmark",
       {"--trials", "--sizes"},
       run_lambda_study},
      {"crisp-speed",
       "how long CRISP takes as it was published, as the paper's footnote proposes and as it is solved here;\n"
       "--sizes are numbers of bins",
       {"--trials", "--sizes"},
       run_speed_of_crisp},
      {"crime",
       "the paper's study of a city, from its own file of reports (--data) or from a ready grid of ix, iy and\n"
       "log_count: 20 folds, each predicted by models that did not see it",
       {"--methods", "--data", "--city", "--grid", "--year", "--folds"},
       run_crime_study},
      {"scenarios",
       "the four test functions of the CRISP paper",
       {"--trials", "--sizes", "--methods"},
       run_test_functions},
      {"presets",
       "preset best against preset paper and the pruned tree (other methods: --methods), on 14 kinds of data;\n"
       "with --data FOLDER also on the public data sets that the folder holds (airfoil.csv, lidar.csv, ...)",
       {"--trials", "--sizes", "--methods", "--data"},
       run_all_presets},
      {"regions",
       "GapTV against trees with as many leaves, the rules for the number of regions (with --data FOLDER both also\n"
       "on public data sets), and the held-out error that models report beside their error on fresh rows",
       {"--trials", "--sizes", "--data"},
       run_all_regions},
      {"areas",
       "areas of at least 5 to 100 rows each by `gaptv release`, as merged squares and as leaves of a tree: the error\n"
       "of what they publish on held-out rows; with --data FOLDER also on public data sets, with maps of Chicago",
       {"--trials", "--sizes", "--data"},
       run_all_areas},
  };
}

}  // namespace

std::span<const Experiment> all_experiments() {
  static const std::vector<Experiment> experiments = make_experiments();
  return experiments;
}

}  // namespace gaptv::cli
