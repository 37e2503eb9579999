// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/terminal_progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "cli/interruption.h"

namespace gaptv::cli {
namespace {

constexpr std::chrono::seconds shown_after{1};
constexpr std::chrono::milliseconds between_drawings{100};
constexpr std::array<const char*, stage_count> stage_names = {"reading rows",    "making the grid", "choosing the bins",
                                                              "choosing lambda", "solving",         "comparing methods",
                                                              "experiments"};

// Long stages are told how long they may still last; before this the guess is wild.
constexpr double guessed_after = 5;

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

// "40 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds) {
  const auto minutes = static_cast<int>(seconds / 60);
  if (minutes < 2) return std::to_string(static_cast<int>(seconds)) + " s";
  if (minutes < 120) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

}  // namespace

TerminalProgress::TerminalProgress(bool is_quiet)
    : is_shown_(!is_quiet && isatty(STDERR_FILENO) == 1), next_drawing_(start_ + shown_after) {}

TerminalProgress::~TerminalProgress() {
  finish();
}

void TerminalProgress::begin(Stage stage) {
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  end_stage(now);
  stage_ = stage;
  stage_start_ = now;
  fraction_ = 0;
  has_stage_ = true;
}

void TerminalProgress::advance(double fraction) {
  const std::scoped_lock lock(mutex_);
  fraction_ = fraction;
}

bool TerminalProgress::should_stop() {
  if (is_shown_) {
    // Whoever finds the lock taken leaves the drawing to the other.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const Clock::time_point now = Clock::now();
    if (lock.owns_lock() && now >= next_drawing_) draw(now);
  }
  return is_interrupted();
}

void TerminalProgress::finish() {
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  end_stage(now);
  has_stage_ = false;
  seconds_.total = seconds_between(start_, now);
  if (is_drawn_) std::fputs("\r\033[K", stderr);
  is_drawn_ = false;
  is_shown_ = false;
}

void TerminalProgress::end_stage(Clock::time_point now) {
  if (has_stage_) seconds_.stage[static_cast<std::size_t>(stage_)] += seconds_between(stage_start_, now);
}

void TerminalProgress::draw(Clock::time_point now) {
  if (!has_stage_) return;
  std::string line = std::string("\r\033[K") + stage_names[static_cast<std::size_t>(stage_)];
  // A pipe does not tell how much is still to come.
  if (fraction_ > 0) line += " " + std::to_string(static_cast<int>(100 * fraction_)) + " %";
  const double elapsed = seconds_between(stage_start_, now);
  if (fraction_ > 0 && elapsed > guessed_after) {
    line += ", about " + duration_text(elapsed * (1 - fraction_) / fraction_) + " left";
  }
  std::fputs(line.c_str(), stderr);
  is_drawn_ = true;
  next_drawing_ = now + between_drawings;
}

}  // namespace gaptv::cli
