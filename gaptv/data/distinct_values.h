// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Counts the different values of the column up to a limit. It takes O(rows) at most, and less where most differ.
std::size_t count_distinct(const ColumnView& column, std::size_t limit);

}  // namespace gaptv
