// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/measurements.h"
#include "experiments/simulate.h"
#include "gaptv/baselines/method.h"
#include "gaptv/evaluate/evaluate.h"

namespace gaptv::bench {
namespace {

// The mean of what was added, and its standard error.
class Average {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  double mean() const { return sum_ / count_; }
  double standard_error() const {
    return count_ > 1 ? std::sqrt(std::max(0.0, squares_ / count_ - mean() * mean()) / (count_ - 1)) : 0.0;
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace

void measure_accuracy(const std::vector<std::size_t>& rows, std::size_t trials, std::size_t seed) {
  std::printf("[");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Average rmse;
    Average plateaus;
    Average aic;
    Average bins;
    double worst_gap = 0;
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const Simulation simulation = simulate({.kind = "plateaus", .rows = rows[i], .seed = seed + trial});
      const Model model = fit(simulation.sample, {.preset = "paper"});
      const Evaluation evaluation = evaluate(model, simulation.truth.view());
      rmse.add(evaluation.rmse);
      plateaus.add(static_cast<double>(evaluation.plateaus));
      aic.add(evaluation.aic);
      bins.add(static_cast<double>(model.surfaces.front().grid.axes.front().bins()));
      worst_gap = std::max({worst_gap, model.surfaces.front().record.certificate.relative_gap,
                            model.surfaces.front().record.cv.worst_relative_gap});
    }
    std::printf(
        "%s{\"rows\": %zu, \"trials\": %zu, \"rmse\": %.4f, \"rmse_standard_error\": %.4f, \"plateaus\": %.1f, "
        "\"aic\": %.0f, \"aic_standard_error\": %.0f, \"bins\": %.1f, \"worst_relative_gap\": %.2g}",
        i > 0 ? ",\n " : "", rows[i], trials, rmse.mean(), rmse.standard_error(), plateaus.mean(), aic.mean(),
        aic.standard_error(), bins.mean(), worst_gap);
  }
  std::printf("]\n");
}

}  // namespace gaptv::bench
