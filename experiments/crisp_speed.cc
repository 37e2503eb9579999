// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/crisp_speed.h"

#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/crisp_admm.h"
#include "experiments/simulate.h"
#include "experiments/work_units.h"
#include "gaptv/base/number_text.h"
#include "gaptv/baselines/crisp/solver.h"
#include "gaptv/output/csv.h"

namespace gaptv {
namespace {

constexpr std::size_t rows_of_speed_test = 2000;
constexpr double near_enough = 2e-5;  // relative to the minimum, which is known to half of this
constexpr std::size_t most_admm_steps = 5000;

// A grid with its cells, and the lambda that cross-validation chooses for it.
struct CrispTask {
  TvProblem problem;
  double lambda = 0;
};

CrispTask make_task(std::size_t bins, std::uint64_t seed, Progress& progress) {
  const Simulation simulation = simulate({"plateaus", rows_of_speed_test, seed, false});
  FitOptions options = paper_options("gapcrisp", seed, most_paper_bins);
  options.bins = BinsRule::fixed;
  options.fixed_bins = {bins};
  const Surface surface = run_trial(simulation.sample, options, progress).model.surfaces.front();
  CrispTask task;
  task.lambda = surface.record.lambda;
  for (const Axis& axis : surface.grid.axes) task.problem.shape.bins.push_back(axis.bins());
  for (const CellStats& cell : surface.cells) {
    task.problem.weight.push_back(cell.weight);
    task.problem.mean.push_back(cell.weight > 0 ? cell.mean : 0.0);
  }
  return task;
}

struct Timing {
  double seconds = 0;
  std::size_t steps = 0;
  bool is_done = false;
};

template <typename Solve>
Timing time_solve(Solve&& solve) {
  const auto start = std::chrono::steady_clock::now();
  const AdmmResult result = solve();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {seconds.count(), result.steps, result.is_done};
}

using Algorithm = AdmmResult (*)(const TvProblem& problem, const AdmmOptions& options);

// With the stiffness that suits it best.
Timing time_best(Algorithm algorithm, const CrispTask& task, double minimum) {
  Timing best;
  for (const double stiffness : {0.1, 1.0, 10.0}) {
    const AdmmOptions options = {
        task.lambda, stiffness * task.lambda, most_admm_steps, [&](const std::vector<double>& beta) {
          return crisp_objective(task.problem, task.lambda, beta) <= (1 + near_enough) * minimum;
        }};
    const Timing timing = time_solve([&] { return algorithm(task.problem, options); });
    const bool is_better = timing.is_done != best.is_done ? timing.is_done : timing.seconds < best.seconds;
    if (best.steps == 0 || is_better) best = timing;
  }
  return best;
}

std::vector<Fields> measure_speed(const Fields& unit, std::size_t bins, std::uint64_t seed, Progress& progress) {
  const CrispTask task = make_task(bins, seed, progress);
  double minimum = 0;
  const Timing own = time_solve([&] {
    CrispSolver solver(task.problem);
    minimum = solver.solve(task.lambda).certificate.objective;
    return AdmmResult{{}, 0, true};
  });
  std::vector<Fields> rows;
  const auto add = [&](const char* algorithm, const Timing& timing) {
    rows.push_back({unit[0], unit[1], algorithm, number_text(timing.seconds), std::to_string(timing.steps),
                    timing.is_done ? "1" : "0"});
  };
  add("published", time_best(solve_crisp_as_published, task, minimum));
  add("reformulated", time_best(solve_crisp_by_copies, task, minimum));
  add("gaptv", own);
  return rows;
}

}  // namespace

Summary run_crisp_speed(const ExperimentOptions& options, Progress& progress) {
  check(options);
  std::vector<WorkUnit> units;
  for (std::size_t trial = 1; trial <= options.trials; ++trial) {
    for (const std::size_t bins : sizes_or(options, {25, 50, 100})) {
      const Fields unit = {std::to_string(bins), std::to_string(trial)};
      const double cost = std::pow(static_cast<double>(bins) / 25, 3);
      units.push_back({unit, cost, [=, seed = options.seed + trial](Progress& inner) {
                         return measure_speed(unit, bins, seed, inner);
                       }});
    }
  }
  return run_and_summarise({"crisp_speed",
                            {"bins", "trial", "algorithm", "seconds", "iterations", "reached"},
                            2,
                            {"bins", "algorithm"},
                            {"seconds", "iterations", "reached"}},
                           units, options, settings_line(options), progress);
}

}  // namespace gaptv
