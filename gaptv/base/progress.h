// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/error.h"
#include "gaptv/base/export.h"

namespace gaptv {

// These are the stages of a fit in the order in which they run, and then those of comparing many fits.
enum class Stage { read, grid, gap, select, solve, compare, experiment };

// Long work tells its caller through this how far it is, and asks whether to stop. The default does nothing, so that a
// library call is silent. The members may be called from several threads at once.
class GAPTV_API Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  // Is called when a stage starts; the one before it has ended.
  virtual void begin(Stage /*stage*/) {}
  // Tells the share of the current stage that is done, 0 to 1.
  virtual void advance(double /*fraction*/) {}
  // Is asked between small pieces of work (milliseconds apart).
  virtual bool should_stop() { return false; }

  void check() {
    if (should_stop()) throw Interrupted();
  }
};

// Is handed to a part of some work: it passes on the wish to stop, but not the stages of the part.
class GAPTV_API WithoutStages final : public Progress {
 public:
  explicit WithoutStages(Progress& whole) : whole_(whole) {}
  bool should_stop() override { return whole_.should_stop(); }

 private:
  Progress& whole_;
};

}  // namespace gaptv
