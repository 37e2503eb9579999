// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstdio>
#include <variant>
#include <vector>

#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "experiments/simulate.h"
#include "gaptv/baselines/method.h"

namespace gaptv::bench {

void measure_tree(std::size_t rows, std::size_t repeats, const FitOptions& options) {
  const Simulation simulation = simulate({.kind = "plateaus", .rows = rows, .seed = 1});
  const DataView data = simulation.sample.view();
  std::vector<double> fits;
  std::size_t leaves = 0;
  for (std::size_t i = 0; i < repeats; ++i) {
    fits.push_back(seconds_of([&] { leaves = fit(data, options).surfaces.front().record.leaves.value_or(0); }));
  }
  std::printf("{\"rows\": %zu, \"seconds\": %.6f, \"leaves\": %zu}\n", rows, median(fits), leaves);
}

}  // namespace gaptv::bench
