// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <utility>

#include "bench/images.h"
#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "gaptv/base/parallel.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/total_variation.h"

namespace gaptv::bench {
namespace {

// Upwards, as cross-validation goes.
std::vector<double> increasing_lambdas(double lambda_max) {
  const FitOptions defaults;
  std::vector<double> lambdas = lambda_path(lambda_max, defaults.lambdas, defaults.lambda_ratio);
  std::reverse(lambdas.begin(), lambdas.end());
  return lambdas;
}

double seconds_of_path(const TotalVariation& problem) {
  return seconds_of([&] {
    const std::unique_ptr<PathSolver> solver = make_tv_solver(problem);
    for (const double lambda : increasing_lambdas(solver->lambda_max())) solver->solve(lambda);
  });
}

}  // namespace

void measure_cube_path(std::size_t side, std::size_t repeats) {
  const TvProblem cube = noisy_cube(side);
  const TotalVariation problem{GridTopology{cube.shape}, NodeStatistics{cube.weight, cube.mean}};
  std::vector<double> seconds;
  double worst_gap = 0;
  for (std::size_t i = 0; i < repeats; ++i) {
    seconds.push_back(seconds_of([&] {
      const std::vector<double> lambdas = increasing_lambdas(make_tv_solver(problem)->lambda_max());
      // In two halves, as cross-validation does when there is a core for each.
      const std::size_t middle = lambdas.size() / 2;
      std::array<double, 2> worst_gap_of_half{};
      parallel_for(worst_gap_of_half.size(), worst_gap_of_half.size(), [&](std::size_t half) {
        const std::unique_ptr<PathSolver> solver = make_tv_solver(problem);
        for (std::size_t k = half == 0 ? middle : 0; k < (half == 0 ? lambdas.size() : middle); ++k) {
          const double gap = solver->solve(lambdas[k]).certificate.relative_gap;
          worst_gap_of_half[half] = std::max(worst_gap_of_half[half], gap);
        }
      });
      worst_gap = std::max({worst_gap, worst_gap_of_half[0], worst_gap_of_half[1]});
    }));
  }
  std::printf("{\"cells\": %zu, \"lambdas\": %zu, \"seconds\": %.6f, \"worst_relative_gap\": %.3g}\n",
              cube.weight.size(), FitOptions().lambdas, median(seconds), worst_gap);
}

void measure_networks(std::size_t side, std::size_t repeats) {
  const NodeStatistics pixels{std::vector<double>(side * side, 1.0), noisy_image(side)};
  const std::vector<double> ones(side - 1, 1.0);
  const TotalVariation on_grid{GridTopology{Shape{{side, side}}}, pixels};
  const TotalVariation on_graph{GridTopology{Shape{{side, side}}, {ones, ones}}, pixels};
  std::vector<double> grid_seconds;
  std::vector<double> graph_seconds;
  for (std::size_t i = 0; i < repeats; ++i) {
    grid_seconds.push_back(seconds_of_path(on_grid));
    graph_seconds.push_back(seconds_of_path(on_graph));
  }
  std::printf(
      "{\"cells\": %zu, \"lambdas\": %zu, \"grid_seconds\": %.6f, \"graph_seconds\": %.6f, "
      "\"graph_over_grid\": %.3g}\n",
      side * side, FitOptions().lambdas, median(grid_seconds), median(graph_seconds),
      median(graph_seconds) / median(grid_seconds));
}

}  // namespace gaptv::bench
