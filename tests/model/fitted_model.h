// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"

namespace gaptv::testing {

// Rows with an empty corner, so that the model has cells without data.
inline Dataset rows(std::size_t count, std::size_t features = 2) {
  Random random(3);
  Dataset data;
  data.outcome_name = "price";
  data.features.resize(features);
  for (std::size_t j = 0; j < features; ++j) data.feature_names.push_back("x" + std::to_string(j + 1));
  for (std::size_t row = 0; row < count; ++row) {
    double first = 0;
    for (std::size_t j = 0; j < features; ++j) {
      const double x = j == 0 ? random.uniform() : (first + random.uniform()) / 3;
      if (j == 0) first = x;
      data.features[j].push_back(x);
    }
    data.outcome.push_back((first > 0.4 ? 1.0 : 0.0) + random.normal() / 4);
  }
  return data;
}

inline Model fitted_model(std::size_t features = 2) {
  FitOptions options{.preset = "paper"};
  options.bins = BinsRule::fixed;
  options.fixed_bins = {5};
  options.seed = std::numeric_limits<std::uint64_t>::max();
  return fit(rows(80, features), options);
}

}  // namespace gaptv::testing
