// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/data/dataset.h"

namespace gaptv {

// How many different values the column has, counted up to a limit. O(rows) at most; soon answered where most differ.
std::size_t count_distinct(const ColumnView& column, std::size_t limit);

}  // namespace gaptv
