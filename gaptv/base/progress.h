// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/error.h"

namespace gaptv {

// The stages of a fit in the order in which they run.
enum class Stage { read, grid, gap, select, solve };

// What long work tells its caller, and asks of it. The default does nothing, so that a library call is silent. The
// members may be called from several threads at once.
class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  // A stage starts; the one before it has ended.
  virtual void begin(Stage /*stage*/) {}
  // The share of the current stage that is done, 0 to 1.
  virtual void advance(double /*fraction*/) {}
  // Asked between small pieces of work (milliseconds apart).
  virtual bool should_stop() { return false; }

  void check() {
    if (should_stop()) throw Interrupted();
  }
};

}  // namespace gaptv
