// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "experiments/simulate.h"
#include "gaptv/baselines/method.h"

namespace gaptv::bench {

void measure_crisp(std::size_t rows, std::size_t repeats, FitOptions options) {
  const Simulation simulation = simulate({.kind = "plateaus", .rows = rows, .seed = 1});
  options.method = "crisp";
  std::vector<double> seconds;
  std::vector<double> processor_seconds;
  Model model;
  for (std::size_t i = 0; i < repeats; ++i) {
    const std::clock_t start = std::clock();
    seconds.push_back(seconds_of([&] { model = fit(simulation.sample.view(), options); }));
    processor_seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  const double worst_gap = std::max(model.surfaces.front().record.certificate.relative_gap,
                                    model.surfaces.front().record.cv.worst_relative_gap);
  std::printf(
      "{\"rows\": %zu, \"cells\": %zu, \"plateaus\": %zu, \"seconds\": %.6f, \"processor_seconds\": %.6f, "
      "\"worst_relative_gap\": %.3g}\n",
      rows, model.surfaces.front().beta.size(), model.surfaces.front().regions.size(), median(seconds),
      median(processor_seconds), worst_gap);
}

}  // namespace gaptv::bench
