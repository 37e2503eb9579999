// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/predict.h"

#include <cstdio>
#include <memory>

#include "bench/measurements.h"
#include "bench/plain_read.h"
#include "bench/stopwatch.h"
#include "experiments/simulate.h"
#include "gaptv/baselines/method.h"

namespace gaptv::bench {

void measure_predict(std::size_t rows, std::size_t repeats) {
  const Model model = fit(simulate({.kind = "plateaus", .rows = 10000, .seed = 1}).sample, {.preset = "paper"});
  const Simulation simulation = simulate({.kind = "plateaus", .rows = rows, .seed = 2});
  const DataView data = simulation.sample.view();
  std::vector<double> predictions;
  std::vector<double> reads;
  for (std::size_t i = 0; i < repeats; ++i) {
    reads.push_back(seconds_of([&] { read_plainly(data); }));
    // Fresh memory for the result every time, as a caller would have.
    predictions.push_back(seconds_of([&] {
      const auto result = std::make_unique_for_overwrite<double[]>(rows);
      predict_into({result.get(), rows}, model, data, PredictionType::response);
    }));
  }
  std::printf("{\"rows\": %zu, \"predict_seconds\": %.6f, \"plain_read_seconds\": %.6f}\n", rows, median(predictions),
              median(reads));
}

}  // namespace gaptv::bench
