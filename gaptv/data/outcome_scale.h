// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/data/dataset.h"

namespace gaptv {

// All arithmetic on outcomes is done on z = (y - center) / unit, so that neither an offset of 1e8 nor outcomes of size
// 1e-300 or 1e100 cost accuracy. The unit is a power of two: scaling rounds nothing.
struct OutcomeScale {
  double center = 0;
  double unit = 1;
  double inverse_unit = 1;

  double to_scaled(double y) const { return (y - center) * inverse_unit; }
  double to_outcome(double z) const { return center + z * unit; }
};

// Returns the scale around a center from which no outcome of that name is further away. Throws InvalidInput when
// squared deviations would overflow.
OutcomeScale scale_around(double center, double largest_deviation, const std::string& outcome_name);

// Chooses the scale. The center is the median of (a sample of) the outcomes, which no outlier can move; the unit makes
// the largest |z| lie between 1/2 and 1. Throws InvalidInput when squared deviations would overflow. O(rows).
OutcomeScale outcome_scale(const DataView& data, std::size_t threads);

}  // namespace gaptv
