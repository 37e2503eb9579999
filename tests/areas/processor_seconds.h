// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <ctime>

namespace gaptv::testing {

// Measures how long the processor works, which other programs on a busy machine change little.
template <typename Work>
double processor_seconds(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace gaptv::testing
