// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Warns of rows that may be mistakes, with their number: coordinates (0, 0) and such that are not on the Earth, where
// features are named like longitude and latitude; and values of a feature or of an outcome that is a number far outside
// the others: by more than 20 times the range in which nine in ten are. That range is taken from up to 1000 rows,
// evenly spread; fewer than 20 rows tell nothing. It takes O(rows).
std::vector<std::string> describe_unusual_rows(const DataView& data);

}  // namespace gaptv
