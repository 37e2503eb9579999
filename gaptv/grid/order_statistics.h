// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaptv/grid/column_buckets.h"

namespace gaptv {

// Holds the rows of one value in a sorted column: the ranks from first to end - 1.
struct EqualRows {
  double value = 0;
  std::size_t first = 0;
  std::size_t end = 0;

  std::size_t count() const { return end - first; }
  friend bool operator==(const EqualRows&, const EqualRows&) = default;
};

// Finds the rows that are equal to the one at each of the given ranks (increasing, 0 = smallest, below the column's
// size) when the column is sorted. The result is exact. Long columns are not sorted but counted in equal-width buckets,
// and only the buckets that hold a rank are looked into (again by buckets if they are crowded). O(rows) unless the
// column is built against it.
std::vector<EqualRows> order_statistics(ColumnBuckets& buckets, std::span<const std::size_t> ranks);

}  // namespace gaptv
