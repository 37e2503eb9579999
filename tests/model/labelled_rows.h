// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>

#include "gaptv/base/random.h"
#include "gaptv/data/dataset.h"
#include "gaptv/model/fit_options.h"

namespace gaptv::testing {

// Three labels: mostly fig on the left, mostly pear on the upper right, mostly apple on the lower right. Both features
// have ties, so that some rows are copies.
inline Dataset labelled_rows(std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.feature_names = {"x1", "x2"};
  data.outcome_name = "fruit";
  data.classes = {"apple", "fig", "pear"};
  data.features.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x1 = static_cast<double>(random.below(40)) / 8;
    const double x2 = static_cast<double>(random.below(30)) / 4;
    const std::uint64_t usual = x1 < 2 ? 1 : x2 > 4 ? 2 : 0;
    data.features[0].push_back(x1);
    data.features[1].push_back(x2);
    data.outcome.push_back(static_cast<double>(random.below(4) == 0 ? random.below(3) : usual));
  }
  return data;
}

inline FitOptions few_candidates() {
  FitOptions options{.preset = "paper"};
  options.bins_max = 12;
  options.lambdas = 15;
  options.threads = 1;
  return options;
}

}  // namespace gaptv::testing
