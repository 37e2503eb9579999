// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <mutex>

#include "gaptv/base/progress.h"

namespace gaptv::cli {

inline constexpr std::size_t stage_count = 7;

// Says how long each stage of a fit took.
struct StageSeconds {
  std::array<double, stage_count> stage{};  // by Stage
  double total = 0;
};

// Passes on the user's wish to stop, takes the time of each stage and, if the work lasts longer than a second and the
// messages go to a terminal, shows one line that is erased at the end.
class TerminalProgress : public Progress {
 public:
  explicit TerminalProgress(bool is_quiet);
  ~TerminalProgress() override;

  void begin(Stage stage) override;
  void advance(double fraction) override;
  bool should_stop() override;

  // Erases the line and stops the clock, as the work is over.
  void finish();
  const StageSeconds& seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  void end_stage(Clock::time_point now);
  void draw(Clock::time_point now);

  std::mutex mutex_;
  bool is_shown_;
  bool is_drawn_ = false;
  bool has_stage_ = false;
  Stage stage_ = Stage::read;
  double fraction_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point stage_start_ = start_;
  Clock::time_point next_drawing_;
  StageSeconds seconds_;
};

}  // namespace gaptv::cli
