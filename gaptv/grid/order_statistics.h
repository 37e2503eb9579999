// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaptv/grid/column_buckets.h"

namespace gaptv {

// Finds the values that stand at the given ranks (increasing, 0 = smallest, below the column's size) when the column is
// sorted. The result is exact. Long columns are not sorted but counted in equal-width buckets, and only the buckets
// that hold a rank are looked into (again by buckets if they are crowded). O(rows) unless the column is built against
// it.
std::vector<double> order_statistics(ColumnBuckets& buckets, std::span<const std::size_t> ranks);

}  // namespace gaptv
