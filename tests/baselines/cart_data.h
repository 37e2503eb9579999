// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "gaptv/base/random.h"
#include "gaptv/data/dataset.h"

namespace gaptv::testing {

// Rows on the unit cube, a truth with steps, and noise. Outcomes are never tied.
inline Dataset steps_and_noise(std::size_t rows, std::size_t features, std::uint64_t seed) {
  Random random(seed, 0);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  for (std::size_t row = 0; row < rows; ++row) {
    double truth = 0;
    for (std::size_t j = 0; j < features; ++j) {
      data.features[j].push_back(random.uniform());
      const double x = data.features[j].back();
      truth += (x > 0.4 ? 2.0 - truth : 1.0) + std::sin(8 * x);
    }
    data.outcome.push_back(truth + 0.5 * random.normal());
  }
  return data;
}

// The same with 0 and 1, or more classes, instead of numbers.
inline Dataset steps_and_classes(std::size_t rows, std::size_t features, std::size_t classes, std::uint64_t seed) {
  Dataset data = steps_and_noise(rows, features, seed);
  for (double& y : data.outcome) {
    y = std::min(std::max(std::floor((y + 1) / 4 * static_cast<double>(classes)), 0.0),
                 static_cast<double>(classes - 1));
  }
  return data;
}

}  // namespace gaptv::testing
