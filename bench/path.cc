// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <array>
#include <cstdio>

#include "bench/images.h"
#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "gaptv/base/parallel.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/certificate.h"
#include "gaptv/tv/grid_solver.h"

namespace gaptv::bench {

void measure_cube_path(std::size_t side, std::size_t repeats) {
  const TvProblem problem = noisy_cube(side);
  const FitOptions defaults;
  std::vector<double> seconds;
  double worst_gap = 0;
  for (std::size_t i = 0; i < repeats; ++i) {
    seconds.push_back(seconds_of([&] {
      GridSolver solver(problem);
      std::vector<double> lambdas = lambda_path(solver.lambda_max(), defaults.lambdas, defaults.lambda_ratio);
      std::reverse(lambdas.begin(), lambdas.end());
      // Upwards and in two halves, as cross-validation does when there is a core for each.
      const std::size_t middle = lambdas.size() / 2;
      std::array<double, 2> worst_gap_of_half{};
      parallel_for(worst_gap_of_half.size(), worst_gap_of_half.size(), [&](std::size_t half) {
        GridSolver half_solver(problem);
        for (std::size_t k = half == 0 ? middle : 0; k < (half == 0 ? lambdas.size() : middle); ++k) {
          const double gap = certify(problem, half_solver.solve(lambdas[k])).relative_gap;
          worst_gap_of_half[half] = std::max(worst_gap_of_half[half], gap);
        }
      });
      worst_gap = std::max({worst_gap, worst_gap_of_half[0], worst_gap_of_half[1]});
    }));
  }
  std::printf("{\"cells\": %zu, \"lambdas\": %zu, \"seconds\": %.6f, \"worst_relative_gap\": %.3g}\n",
              problem.weight.size(), defaults.lambdas, median(seconds), worst_gap);
}

}  // namespace gaptv::bench
