// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>

namespace gaptv {

// Chooses the stiffness of CrispNewton from step to step, in units of 1 / (a typical length of the difference of two
// slices). A high one makes dual vectors converge fast; a low one makes Newton's steps reach far. So it grows with
// every full step and falls with every other one. The limits were measured on the plateau benchmark: with more than 100
// steps get shorter where slices fuse, with less than 5 nothing is gained. Only a solve that has not ended after many
// steps goes higher.
class CrispStiffness {
 public:
  double value() const { return value_; }

  void after_step(bool was_full) {
    ++steps_;
    const double highest = steps_ < many_steps ? 100.0 : 1e5;
    value_ = was_full ? std::min(2 * value_, highest) : std::max(value_ / 4, 5.0);
    had_short_step_ |= !was_full;
  }

  // Tells whether a step at this lambda was not a full one, as slices fused or came apart.
  bool had_short_step() const { return had_short_step_; }

  // Begins with another lambda: where steps were short they will be again.
  void begin_next() {
    if (had_short_step_) *this = CrispStiffness();
    steps_ = 0;
  }

 private:
  static constexpr std::size_t many_steps = 40;

  double value_ = 10;
  std::size_t steps_ = 0;  // at this lambda
  bool had_short_step_ = false;
};

}  // namespace gaptv
