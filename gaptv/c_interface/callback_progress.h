// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <atomic>
#include <thread>

#include "gaptv/base/progress.h"
#include "gaptv/gaptv_c.h"

namespace gaptv::c_interface {

// Tells a function of the caller how far the work is. Only the thread that made this calls it: what is behind such a
// function, an interpreter or a window, seldom bears other threads. They learn from a flag that it asked to stop.
class CallbackProgress final : public Progress {
 public:
  CallbackProgress(gaptv_progress callback, void* context) : callback_(callback), context_(context) {}

  void begin(Stage stage) override {
    stage_ = stage;
    fraction_ = 0;
  }
  void advance(double fraction) override { fraction_ = fraction; }
  bool should_stop() override {
    const bool is_asked = callback_ != nullptr && !is_stopped_ && std::this_thread::get_id() == caller_;
    if (is_asked && callback_(context_, name_of(stage_), fraction_) != 0) is_stopped_ = true;
    return is_stopped_;
  }

 private:
  static const char* name_of(Stage stage) {
    switch (stage) {
      case Stage::gap:
        return "gap";
      case Stage::select:
        return "select";
      case Stage::solve:
        return "solve";
      default:
        return "grid";
    }
  }

  gaptv_progress callback_;
  void* context_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<Stage> stage_{Stage::grid};
  std::atomic<double> fraction_{0};
  std::atomic<bool> is_stopped_{false};
};

}  // namespace gaptv::c_interface
