// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/loss/loss.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Holds what the rows of a region say of it.
using RegionFacts = MeanError;

// Asks the loss of the model for the error of the mean of every region, in the order of their numbers.
std::vector<RegionFacts> region_facts(const Model& model, const Surface& surface);

}  // namespace gaptv
