// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

namespace gaptv {

// An Interval holds the numbers from lowest to highest.
struct Interval {
  double lowest;
  double highest;
};

}  // namespace gaptv
