// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/mean_and_error.h"

#include <cmath>
#include <limits>

namespace gaptv {

MeanAndError mean_and_error(std::span<const double> values) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(values.size());
  if (values.empty()) return {none, none};
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, values.size() > 1 ? std::sqrt(squares / (count - 1) / count) : none};
}

}  // namespace gaptv
