// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv {

// Holds the mean of the rows of neighbouring bins of a feature.
struct RowMean {
  std::size_t first_bin = 0;
  std::size_t last_bin = 0;
  double weight = 0;
  double mean = 0;
};

// Returns means of rows along a surface of one feature, to be drawn beside its steps: from the lowest bin on, bins are
// taken together until they have that many rows; what is left at the end is added to the last mean. Where all bins
// together have fewer rows, there is none.
std::vector<RowMean> means_of_rows(const Surface& surface, std::size_t fewest_rows);

}  // namespace gaptv
