// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/loss/cell_loss.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// Undoes a share (0 to 1) of the shrinkage: moves the value of each region, connected cells of equal value, towards the
// mean of its outcomes. Regions of few observations move less, unless the share is 1 (docs/theory/regions.md). Values
// are on the scale of means, and may leave what the loss publishes.
void relax_values(const TvProblem& problem, const CellLoss& loss, double share, std::vector<double>& values);

}  // namespace gaptv
