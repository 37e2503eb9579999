// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <cstdio>
#include <variant>
#include <vector>

#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "experiments/simulate.h"
#include "gaptv/baselines/fit_cart.h"

namespace gaptv::bench {

void measure_cart(std::size_t rows, std::size_t repeats) {
  const Simulation simulation = simulate({.kind = "plateaus", .rows = rows, .seed = 1});
  const DataView data = simulation.sample.view();
  std::vector<double> grown;
  std::vector<double> validated;
  AnyModel tree;
  AnyModel tree_cv;
  for (std::size_t i = 0; i < repeats; ++i) {
    grown.push_back(seconds_of([&] { tree = fit_cart(data); }));
    validated.push_back(seconds_of([&] { tree_cv = fit_cart_cv(data); }));
  }
  std::printf(
      "{\"rows\": %zu, \"cart_seconds\": %.6f, \"cart_cv_seconds\": %.6f, \"leaves\": %zu, \"cart_cv_leaves\": %zu}\n",
      rows, median(grown), median(validated), *std::get<Model>(tree).record.leaves,
      *std::get<Model>(tree_cv).record.leaves);
}

}  // namespace gaptv::bench
