// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Returns the share of pairs of a row with outcome 1 and one with outcome 0 in which the 1 has the higher prediction,
// ties counting half (the area under the curve of true against false positives); NaN if all outcomes are equal. Weights
// count copies. O(rows log rows).
double area_under_curve(const DataView& data, const std::vector<double>& prediction);

}  // namespace gaptv
