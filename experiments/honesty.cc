// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/honesty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/preset_cases.h"
#include "experiments/work_units.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/option_table.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

// The plateau benchmark, the scenarios, a smooth truth, noise, heavy tails, probabilities and counts.
constexpr std::array<std::string_view, 10> honest_cases = {"plateaus",  "scenario1", "scenario2", "scenario3",
                                                           "scenario4", "smooth",    "noise",     "heavy-tails",
                                                           "binary",    "counts"};

// So many that their own noise is small beside 3 %.
constexpr std::size_t fresh_rows = 20000;

// Seeds from here on belong to this experiment.
constexpr std::uint64_t first_seed = 1000000;

// What is asked for.
struct Request {
  std::string regions;
  std::string held_out;
};

const std::vector<Request>& requests() {
  static const std::vector<Request> all = {
      {"auto", "recipe"}, {"1", "recipe"}, {"5", "recipe"}, {"20", "recipe"}, {"auto", "nested"}};
  return all;
}

// The held-out error that the model carries, as people read it for its loss: its record has the mean deviance.
double reported_error(const Model& model, const std::string& loss) {
  const double deviance = model.surfaces.front().record.held_out.value().error;
  return loss_named(loss)->error().choose(std::sqrt(deviance), deviance);
}

std::vector<Fields> measure_request(const Fields& unit, const PresetCase& of_case, const Request& request,
                                    std::size_t rows, std::uint64_t seed, Progress& progress) {
  FitOptions options;
  options.preset = "best";
  options.loss = of_case.loss;
  options.seed = seed;
  options.threads = 1;
  set_option(options, "regions", request.regions);
  set_option(options, "held_out", request.held_out);
  const Trial trial = run_trial(of_case.make(rows, seed).sample, options, progress);
  const Dataset fresh = of_case.make_fresh_rows(fresh_rows, seed);
  const double error =
      error_of(evaluate(trial.model, fresh.view(), 1), of_case.loss, static_cast<double>(fresh.rows()));
  const double reported = reported_error(trial.model, of_case.loss);
  Fields row = unit;
  row.insert(row.end(), {csv_number(reported), csv_number(error), csv_number(reported / error),
                         std::to_string(count_regions(trial.model))});
  return {row};
}

bool is_honest_case(const PresetCase& of_case) {
  return std::ranges::find(honest_cases, of_case.name) != honest_cases.end();
}

}  // namespace

Summary run_honesty(const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const PresetCase& of_case : preset_cases()) {
      if (!is_honest_case(of_case)) continue;
      for (const std::size_t rows : sizes_or(options, {200, 1000})) {
        for (const Request& request : requests()) {
          const Fields unit = {of_case.name, std::to_string(rows), request.regions, request.held_out,
                               std::to_string(trial)};
          // The default repeats its recipe five times, nested the choice of lambda as well.
          const double cost = typical_seconds("gaptv", rows) * (request.held_out == "nested" ? 40 : 20);
          units.push_back({unit, cost, [=, &of_case, seed = options.seed + first_seed + trial](Progress& inner) {
                             return measure_request(unit, of_case, request, rows, seed, inner);
                           }});
        }
      }
    }
  }
  const Fields measures = {"reported", "fresh", "ratio", "regions"};
  return run_and_summarise({"honesty",
                            {"case", "n", "asked", "held_out", "trial", "reported", "fresh", "ratio", "regions"},
                            5,
                            {"case", "n", "asked", "held_out"},
                            measures},
                           units, options, settings_line(options), progress);
}

}  // namespace gaptv
