// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/grid/cell_samples.h"

namespace gaptv {

// Measures how far outcomes scatter within cells, as a standard deviation, whatever outliers there are: the median of
//   |difference of two outcomes of a cell| / sqrt(2)
// over all pairs, divided by 0.6745, the median of |z| for a standard normal z. The pairs of a cell of weight w count
// w - 1 in all. In cells with more than 16 different outcomes, distances from the cell's median stand for the pairs. If
// half of the differences are 0, 1.2533 times their mean is taken instead, if that is 0 too the same is done with all
// outcomes in one cell, and the result is 1 if all outcomes are equal. O(outcomes log outcomes).
double noise_scale(const CellSamples& samples);

}  // namespace gaptv
