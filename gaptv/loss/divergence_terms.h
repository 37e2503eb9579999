// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>

namespace gaptv {

// Returns (1 + x) log(1 + x) - x for x >= -1, the excess of x log x over its tangent at 1: 0 at 0 and above it
// elsewhere. Divergences are sums of such terms, which cannot be negative; written with logarithms they would be
// differences of large numbers where x is small.
inline double excess_of_x_log_x(double x) {
  // The series x^2/2 - x^3/6 + x^4/12 - x^5/20 + x^6/30: what is left out is below 1e-15 of it.
  if (std::abs(x) < 1e-3) return x * x * (1.0 / 2 - x * (1.0 / 6 - x * (1.0 / 12 - x * (1.0 / 20 - x / 30))));
  return x <= -1 ? 1.0 : (1 + x) * std::log1p(x) - x;
}

}  // namespace gaptv
