// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <array>
#include <cstdio>

#include "bench/measurements.h"
#include "bench/plain_read.h"
#include "bench/stopwatch.h"
#include "experiments/simulate.h"
#include "gaptv/baselines/method.h"

namespace gaptv::bench {
namespace {

// Splits the time of a fit by stage.
class StageClock : public Progress {
 public:
  void begin(Stage stage) override {
    const auto now = std::chrono::steady_clock::now();
    if (is_running_) seconds_[static_cast<std::size_t>(stage_)] += std::chrono::duration<double>(now - start_).count();
    is_running_ = true;
    stage_ = stage;
    start_ = now;
  }
  void finish() { begin(Stage::read); }
  double seconds(Stage stage) const { return seconds_[static_cast<std::size_t>(stage)]; }

 private:
  bool is_running_ = false;
  Stage stage_ = Stage::read;
  std::chrono::steady_clock::time_point start_;
  std::array<double, 5> seconds_{};
};

}  // namespace

void measure_fit(std::size_t rows, std::size_t repeats, const FitOptions& options) {
  const Simulation simulation = simulate({.kind = "plateaus", .rows = rows, .seed = 1});
  const DataView data = simulation.sample.view();
  std::vector<double> fits;
  std::vector<double> reads;
  std::array<std::vector<double>, 5> stages;
  Model model;
  for (std::size_t i = 0; i < repeats; ++i) {
    reads.push_back(seconds_of([&] { read_plainly(data); }));
    StageClock clock;
    fits.push_back(seconds_of([&] { model = fit(data, options, &clock); }));
    clock.finish();
    for (std::size_t s = 0; s < stages.size(); ++s) stages[s].push_back(clock.seconds(static_cast<Stage>(s)));
  }
  std::printf(
      "{\"rows\": %zu, \"cells\": %zu, \"plateaus\": %zu, \"fit_seconds\": %.6f, \"plain_read_seconds\": %.6f, "
      "\"grid_seconds\": %.6f, \"gap_seconds\": %.6f, \"select_seconds\": %.6f, \"solve_seconds\": %.6f, "
      "\"relative_gap\": %.3g, \"worst_relative_gap_in_cv\": %.3g}\n",
      rows, model.surfaces.front().beta.size(), model.surfaces.front().regions.size(), median(fits), median(reads),
      median(stages[1]), median(stages[2]), median(stages[3]), median(stages[4]),
      model.surfaces.front().record.certificate.relative_gap, model.surfaces.front().record.cv.worst_relative_gap);
}

}  // namespace gaptv::bench
