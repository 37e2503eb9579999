// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/fold_rule.h"

#include <algorithm>
#include <cmath>

namespace gaptv {

int fold_scale(double largest) {
  constexpr int digits = 52;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::min(digits - exponent, largest_fold_scale);
}

}  // namespace gaptv
