// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

struct RegionPrices {
  double border = 0;  // two neighbouring regions are joined if they explain less than this
  double first = 0;   // regions that explain less than this per border, all together, become one
};

// Joins neighbouring cells to regions, the pair whose union costs least first (Ward 1963, on the grid's graph), until
// every border explains at least its price. What a border explains is
//   w v / (w + v) * (a - b)^2 / variance(mean of both)
// for regions of the weights w and v with the means a and b: for squared errors of variance 1 the increase of the
// deviance if the two had one value. Returns the value of each cell's region. Deterministic.
// Each join costs as much as the larger of the two has neighbours.
std::vector<double> merge_regions(const Shape& shape, std::span<const double> values, std::span<const double> weight,
                                  const std::function<double(double)>& variance, const RegionPrices& prices);

}  // namespace gaptv
