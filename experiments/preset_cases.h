// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/simulate.h"

namespace gaptv {

// Describes a truth, how it is sampled and what is seen of it.
struct PresetCase {
  std::string name;
  std::vector<std::size_t> sizes;  // numbers of rows
  std::string loss = "gaussian";   // binomial: y is 0 or 1; poisson: a count
  std::function<Simulation(std::size_t rows, std::uint64_t seed)> make;
  std::size_t features = 2;
};

// Returns what presets are compared on: the benchmark of the paper with both rules of growth, the CRISP paper's
// functions, a smooth truth, pure noise, one and three features, heavy tails, unequal density, and outcomes that are 0
// or 1 or counts. In all but the first two kinds truths are evaluated at 10000 points drawn like the rows.
const std::vector<PresetCase>& preset_cases();

}  // namespace gaptv
