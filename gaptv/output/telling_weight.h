// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/model/model.h"

namespace gaptv {

// Returns how many rows, or how much exposure, a region must have to be called highest or lowest and not to be shown in
// grey: fewer rows say little.
inline double telling_weight(const FitRecord& fit) {
  constexpr double rows = 30;
  constexpr double share_of_exposure = 0.01;
  return fit.exposure.empty() ? rows : share_of_exposure * fit.total_weight;
}

}  // namespace gaptv
