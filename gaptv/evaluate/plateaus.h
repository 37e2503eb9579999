// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Counts regions of constant prediction as the paper's authors do, so that methods that only come near a constant are
// not punished: on the grid that the points are, neighbours whose values are within 1e-4 of the first cell of a region
// counting as equal. Returns nothing unless the points are a full grid, i.e. each combination of the distinct feature
// values occurs exactly once. There is one prediction for each point. O(points log points).
std::optional<std::size_t> count_plateaus_on_grid(const DataView& points, const std::vector<double>& predictions);

}  // namespace gaptv
