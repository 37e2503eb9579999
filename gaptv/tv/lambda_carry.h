// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>

namespace gaptv {

// A penalty for all rows is carried over to a fit on fewer rows as lambda * (training weight / total
// weight)^exponent. Noise in a sum over a cell grows with the square root of its rows, and so does the penalty that
// just removes it; docs/theory/cross-validation.md has the measurements.
inline constexpr double lambda_carry_exponent = 0.5;

// Carries lambda over to a share of the rows.
inline double carry_lambda(double lambda, double share_of_rows) {
  return lambda * std::pow(share_of_rows, lambda_carry_exponent);
}

}  // namespace gaptv
