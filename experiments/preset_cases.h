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
  // Returns other rows with outcomes, of the truth that make() has for this seed.
  std::function<Dataset(std::size_t rows, std::uint64_t seed)> make_fresh_rows;
  std::size_t features = 2;
};

// Returns what presets are compared on: the benchmark of the paper with both rules of growth, the CRISP paper's
// functions, a smooth truth, pure noise, one and three features, heavy tails, unequal density, and outcomes that are 0
// or 1 or counts. All truths are evaluated on a grid of 10000 points; where rows are not uniform, it is as dense as
// they are.
const std::vector<PresetCase>& preset_cases();

}  // namespace gaptv
