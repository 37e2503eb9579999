// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv::report {

// Holds what the rows of a region say of it.
struct RegionFacts {
  // The standard error is that of the mean of the region's outcomes, as if its borders had been given beforehand; there
  // is none with fewer than two observations, or where the loss does not say.
  std::optional<double> standard_error;
  std::optional<double> spread;  // the standard deviation of single outcomes
};

// Computes the facts of every region, in the order of their numbers. For probabilities and rates the error is that of a
// binomial or Poisson number.
std::vector<RegionFacts> region_facts(const Model& model);

}  // namespace gaptv::report
