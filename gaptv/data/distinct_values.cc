// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/distinct_values.h"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "gaptv/base/hash.h"

namespace gaptv {

std::size_t count_distinct(const ColumnView& column, std::size_t limit) {
  // Open addressing, at most a quarter full; NaN, which no column holds, is a free slot.
  std::vector<double> slots(std::bit_ceil(4 * (limit + 1)), std::numeric_limits<double>::quiet_NaN());
  std::size_t found = 0;
  for (std::size_t row = 0; row < column.size && found < limit; ++row) {
    std::size_t i = mix64(hash_combine(0, column[row])) & (slots.size() - 1);
    while (!std::isnan(slots[i]) && slots[i] != column[row]) i = (i + 1) & (slots.size() - 1);
    if (slots[i] == column[row]) continue;
    slots[i] = column[row];
    ++found;
  }
  return found;
}

}  // namespace gaptv
