// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/grid/axis.h"

namespace gaptv {

// Returns the borders of the bins of an axis as maps show them: one more than there are bins, ascending. The outer
// bins, which have no end, go to the lowest and the highest training row. Where that leaves one no width, because many
// rows share the extreme value, it gets that of its neighbour, or the mean width of the bins if that is less. The bin
// of a constant feature goes half a unit to either side of it.
std::vector<double> bin_borders(const Axis& axis);

}  // namespace gaptv
