// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <array>
#include <cmath>
#include <cstdio>

#include "bench/measurements.h"
#include "bench/stopwatch.h"
#include "experiments/simulate.h"
#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"

namespace gaptv::bench {
namespace {

// Knuth's product of uniform numbers; the rates here are small.
double poisson_count(double rate, Random& random) {
  const double end = std::exp(-rate);
  double count = -1;
  for (double product = 1; product > end; ++count) product *= random.uniform();
  return count;
}

// The rows of the plateau benchmark with other outcomes at the same places.
Dataset with_classes(Dataset sample) {
  for (double& outcome : sample.outcome) outcome = outcome > 0 ? 1 : 0;
  return sample;
}

Dataset with_counts(Dataset sample, const Dataset& truth) {
  constexpr std::size_t cells_per_row = 100;
  Random random(1, 1);
  for (std::size_t row = 0; row < sample.outcome.size(); ++row) {
    const auto x1 = static_cast<std::size_t>(sample.features[0][row]);
    const auto x2 = static_cast<std::size_t>(sample.features[1][row]);
    sample.outcome[row] = poisson_count(std::exp(truth.outcome[x1 * cells_per_row + x2] / 2), random);
  }
  return sample;
}

struct Medians {
  double loss_seconds;
  double gaussian_seconds;
};

// The fit with this loss and the Gaussian one of the very same rows, in turn.
Medians compare_with_gaussian(const Dataset& data, const std::string& loss, std::size_t repeats, FitOptions options) {
  std::array<std::vector<double>, 2> seconds;
  for (std::size_t i = 0; i < 2 * repeats; ++i) {
    options.loss = i % 2 == 0 ? loss : "gaussian";
    seconds[i % 2].push_back(seconds_of([&] { fit(data, options); }));
  }
  return {median(seconds[0]), median(seconds[1])};
}

}  // namespace

void measure_losses(std::size_t rows, std::size_t repeats, const FitOptions& options) {
  const Simulation simulation = simulate({.kind = "plateaus", .rows = rows, .seed = 1});
  const Medians binomial = compare_with_gaussian(with_classes(simulation.sample), "binomial", repeats, options);
  const Medians poisson =
      compare_with_gaussian(with_counts(simulation.sample, simulation.truth), "poisson", repeats, options);
  std::printf(
      "{\"rows\": %zu, \"binomial_seconds\": %.6f, \"gaussian_seconds_on_classes\": %.6f, \"poisson_seconds\": %.6f, "
      "\"gaussian_seconds_on_counts\": %.6f}\n",
      rows, binomial.loss_seconds, binomial.gaussian_seconds, poisson.loss_seconds, poisson.gaussian_seconds);
}

}  // namespace gaptv::bench
