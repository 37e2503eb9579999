// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/data/dataset.h"

namespace gaptv::testing {

// Rows with a high and a low region, whose outcomes suit the loss. The second feature has ties.
inline Dataset rows_for_loss(const std::string& loss, std::size_t features, std::size_t rows, std::uint64_t seed = 5) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t j = 0; j < features; ++j) {
      data.features[j].push_back(j == 1 ? static_cast<double>(random.below(40)) / 8 : std::pow(random.uniform(), 2));
    }
    const bool is_high = data.features[0].back() > 0.3;
    if (loss == "binomial") {
      data.outcome.push_back(random.uniform() < (is_high ? 0.8 : 0.3) ? 1 : 0);
    } else if (loss == "poisson") {
      data.outcome.push_back(static_cast<double>(random.below(is_high ? 9 : 3)));
    } else if (loss == "gamma") {
      data.outcome.push_back(std::exp(random.normal() + (is_high ? 1.0 : 0.0)));
    } else {
      data.outcome.push_back(1e6 + (is_high ? 3.0 : 0.0) + random.normal());
    }
  }
  return data;
}

}  // namespace gaptv::testing
