// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Finds the mean of each node, which denoise() needs, from what was observed there:
//   gaussian  the value itself
//   binomial  successes among as many trials as the weight says: their share
//   poisson   a count over as much exposure as the weight says: the rate
// A node of weight 0 has no data; it keeps the value 0. Throws InvalidInput, with the number of the node from 0, where
// a value is not a count, there are more successes than trials, or events without exposure.
GAPTV_API std::vector<double> node_means(std::vector<double> observed, std::span<const double> weight,
                                         const CellLoss& loss);

}  // namespace gaptv
