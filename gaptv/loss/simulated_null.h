// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/grid/cell_table.h"

namespace gaptv {

// Computes the reference of the gap statistic by simulation: the average, over seeded samples, of log W of one cell
// with outcomes from the null model. draw(random, outcomes) fills a list with them. W hardly depends on the number of
// rows once there are thousands, so that many stand for all. The result is NaN where W is 0 or not defined.
template <typename Draw>
double simulated_gap_reference(double observations, std::uint64_t seed, Draw&& draw) {
  constexpr int samples = 10;
  constexpr double most_rows = 10000;
  std::vector<double> outcomes(static_cast<std::size_t>(std::min(observations, most_rows)));
  if (outcomes.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (int i = 0; i < samples; ++i) {
    Random random(seed, static_cast<std::uint64_t>(i));
    draw(random, std::span<double>(outcomes));
    CellStats cell;
    for (const double outcome : outcomes) cell.add(outcome, 1.0);
    if (cell.scatter <= 0) return std::numeric_limits<double>::quiet_NaN();
    sum += std::log(2 * cell.scatter / (cell.weight - 1));
  }
  return sum / samples;
}

}  // namespace gaptv
