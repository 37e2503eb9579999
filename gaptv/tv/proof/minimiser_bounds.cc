// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/proof/minimiser_bounds.h"

#include <algorithm>
#include <cmath>

namespace gaptv::tv {

void DataOfComponent::add(double weight, double mean) {
  if (!(weight > 0)) return;
  weight_ += weight;
  range_ = {std::min(range_.lowest, mean), std::max(range_.highest, mean)};
  if (std::isfinite(possible_.lowest)) above_lowest_ += weight * (mean - possible_.lowest);
  if (std::isfinite(possible_.highest)) below_highest_ += weight * (possible_.highest - mean);
}

Interval DataOfComponent::bounds(double weakest) const {
  constexpr double room_for_rounding = 0.5;
  Interval result = range_;
  if (range_.lowest <= possible_.lowest) {
    result.lowest = possible_.lowest + room_for_rounding * std::min(above_lowest_, weakest) / weight_;
  }
  if (range_.highest >= possible_.highest) {
    result.highest = possible_.highest - room_for_rounding * std::min(below_highest_, weakest) / weight_;
  }
  return result;
}

}  // namespace gaptv::tv
