// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/model/model.h"

namespace gaptv {

// Says from where to where the colours of a map go; values beyond have the colour of the end.
struct ColourLimits {
  double low = 0;
  double high = 0;
};

// Chooses the limits for the values of a surface. They are the lowest and the highest value, unless a hundredth of the
// rows or less has values so far out that the others would have to share half of the colours or less: then the colours
// end at a round number beyond the values of the other rows, and whoever draws marks that end.
ColourLimits find_colour_limits(const Surface& surface);

}  // namespace gaptv
