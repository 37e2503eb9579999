// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cstdio>

#include "bench/images.h"
#include "bench/measurements.h"
#include "bench/stopwatch.h"
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
      std::reverse(lambdas.begin(), lambdas.end());  // as in cross-validation
      for (const double lambda : lambdas) {
        worst_gap = std::max(worst_gap, certify(problem, solver.solve(lambda)).relative_gap);
      }
    }));
  }
  std::printf("{\"cells\": %zu, \"lambdas\": %zu, \"seconds\": %.6f, \"worst_relative_gap\": %.3g}\n",
              problem.weight.size(), defaults.lambdas, median(seconds), worst_gap);
}

}  // namespace gaptv::bench
