// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/baselines/method.h"
#include "tests/oracles/solve_certified.h"

namespace gaptv::testing {

// Every fit in a test goes through here: the final fit and all fits of the cross-validation are proven.
inline Model fit_certified(const Dataset& data, const FitOptions& options) {
  Model model = fit(data, options);
  EXPECT_LE(model.surfaces.front().record.certificate.relative_gap, promised_relative_gap);
  EXPECT_LE(model.surfaces.front().record.cv.worst_relative_gap, promised_relative_gap);
  return model;
}

// Folds go by the content of a row, so that changed outcomes deal the rows anew and another lambda may win. Laws about
// changed outcomes are therefore tested with a rule for lambda that needs no folds.
inline Model fit_without_folds(const Dataset& data, FitOptions options) {
  options.lambda = LambdaRule::bic;
  return fit_certified(data, options);
}

inline FitOptions quick_options() {
  FitOptions options{.preset = "paper"};
  options.bins_max = 20;
  options.lambdas = 20;
  options.threads = 1;
  return options;
}

// Steps with noise; the first feature is continuous, the second has ties, the third is skewed.
inline Dataset plateau_data(std::size_t features, std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.outcome_name = "y";
  data.features.resize(features);
  for (std::size_t row = 0; row < rows; ++row) {
    const double x[] = {random.normal(), static_cast<double>(random.below(30)), std::exp(random.normal())};
    for (std::size_t j = 0; j < features; ++j) {
      data.features[j].push_back(x[j]);
      data.feature_names.resize(features, "x");
    }
    data.outcome.push_back((x[0] > 0.3 ? 3.0 : 0.0) - (features > 1 && x[1] > 20 ? 2.0 : 0.0) + random.normal());
  }
  return data;
}

inline Dataset reversed(Dataset data) {
  for (std::vector<double>& feature : data.features) std::reverse(feature.begin(), feature.end());
  std::reverse(data.outcome.begin(), data.outcome.end());
  std::reverse(data.weight.begin(), data.weight.end());
  std::reverse(data.exposure.begin(), data.exposure.end());
  return data;
}

inline std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

inline void expect_same_bits(const Model& a, const Model& b) {
  ASSERT_EQ(a.surfaces.front().grid.shape(), b.surfaces.front().grid.shape());
  for (std::size_t axis = 0; axis < a.surfaces.front().grid.axes.size(); ++axis) {
    EXPECT_EQ(bits_of(a.surfaces.front().grid.axes[axis].edges), bits_of(b.surfaces.front().grid.axes[axis].edges));
  }
  EXPECT_EQ(bits_of(a.surfaces.front().beta), bits_of(b.surfaces.front().beta));
  EXPECT_EQ(bits_of(a.surfaces.front().record.gap.log_w), bits_of(b.surfaces.front().record.gap.log_w));
  EXPECT_EQ(bits_of(a.surfaces.front().record.cv.mean), bits_of(b.surfaces.front().record.cv.mean));
  EXPECT_EQ(bits_of(a.surfaces.front().record.cv.standard_error), bits_of(b.surfaces.front().record.cv.standard_error));
  EXPECT_EQ(a.surfaces.front().record.lambda, b.surfaces.front().record.lambda);
  EXPECT_EQ(a.surfaces.front().record.certificate.relative_gap, b.surfaces.front().record.certificate.relative_gap);
  EXPECT_EQ(a.surfaces.front().record.input_hash, b.surfaces.front().record.input_hash);
  EXPECT_EQ(a.surfaces.front().region_of_cell, b.surfaces.front().region_of_cell);
}

}  // namespace gaptv::testing
