// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv {

// Says of every cell (1: yes) whether it lies in an empty place of the map: a block of as many cells along each axis
// that holds no row, although five would be expected in it if rows were spread evenly over the cells. Single cells
// without rows are the rule where cells are many and rows are few; what has no rows by chance is not called empty.
// What is beyond the edge of the map, or left out of it by a mask, is neither empty nor part of such a block.
// O(cells).
std::vector<std::uint8_t> find_empty_places(const FitRecord& fit, const Surface& surface);

}  // namespace gaptv
