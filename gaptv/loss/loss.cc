// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/loss.h"

#include <cmath>

namespace gaptv {

MeanError Loss::mean_error(double weight, double /*mean*/, double scatter) const {
  if (!(weight >= 2)) return {};
  const double spread = std::sqrt(scatter / (weight - 1));
  return {spread / std::sqrt(weight), spread};
}

}  // namespace gaptv
