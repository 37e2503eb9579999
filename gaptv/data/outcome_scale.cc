// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/outcome_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/hash.h"
#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

constexpr std::size_t sample_size = 1001;
constexpr std::size_t outcomes_per_task = std::size_t{1} << 18U;
// Sums of squares of this many such deviations stay below the largest double.
constexpr double largest_deviation = 1e145;

}  // namespace

OutcomeScale scale_around(double center, double deviation, const std::string& outcome_name) {
  OutcomeScale scale;
  scale.center = center;
  if (deviation > largest_deviation) {
    throw InvalidInput(
        "outcome '" + outcome_name +
        "' spreads over more than 1e145, so that squared errors overflow; divide the column by a suitable "
        "power of ten");
  }
  if (deviation > 0) {
    int exponent = 0;
    std::frexp(deviation, &exponent);
    // Near the smallest doubles the inverse would overflow: a larger unit still leaves every digit.
    exponent = std::max(exponent, -1020);
    scale.unit = std::ldexp(1.0, exponent);
    scale.inverse_unit = std::ldexp(1.0, -exponent);
  }
  return scale;
}

OutcomeScale outcome_scale(const DataView& data, std::size_t threads) {
  const std::size_t rows = data.rows();
  // Rows picked by a hash: no pattern in the order of the rows can make the sample unlike the rest.
  std::vector<double> sample;
  for (std::size_t i = 0; i < std::min(rows, sample_size); ++i) {
    sample.push_back(data.outcome[rows <= sample_size ? i : mix64(i) % rows]);
  }
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
  std::nth_element(sample.begin(), middle, sample.end());
  const double center = *middle;

  const std::size_t tasks = (rows + outcomes_per_task - 1) / outcomes_per_task;
  std::vector<double> largest(tasks, 0.0);
  parallel_for(tasks, threads, [&](std::size_t task) {
    const std::size_t end = std::min(rows, (task + 1) * outcomes_per_task);
    // Four maxima side by side: one alone would wait for its own last step.
    std::array<double, 4> most{};
    for (std::size_t row = task * outcomes_per_task; row < end; row += most.size()) {
      for (std::size_t i = 0; i < most.size(); ++i) {
        most[i] = std::max(most[i], std::abs(data.outcome[std::min(row + i, end - 1)] - center));
      }
    }
    largest[task] = *std::max_element(most.begin(), most.end());
  });
  return scale_around(center, *std::max_element(largest.begin(), largest.end()), data.outcome_name);
}

}  // namespace gaptv
