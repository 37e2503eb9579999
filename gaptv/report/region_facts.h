// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv::report {

// What the rows of a region say of it.
struct RegionFacts {
  // Of the mean of the region's outcomes, as if its borders had been given beforehand; none with fewer than two
  // observations, or where the loss does not say.
  std::optional<double> standard_error;
  std::optional<double> spread;  // of single outcomes: their standard deviation
};

// By the number of the plateau. For probabilities and rates the error is that of a binomial or Poisson number.
std::vector<RegionFacts> region_facts(const Model& model);

}  // namespace gaptv::report
