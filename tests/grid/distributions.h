// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "gaptv/base/random.h"

namespace gaptv::testing {

// Columns of every kind that a data set may hold.
struct Distribution {
  const char* name;
  std::function<double(Random&)> draw;
};

inline const std::vector<Distribution>& distributions() {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  static const std::vector<Distribution> all = {
      {"Uniform", [](Random& random) { return random.uniform(); }},
      {"Normal", [](Random& random) { return random.normal(); }},
      {"Skewed", [](Random& random) { return std::exp(20 * random.normal()); }},
      {"SkewedBothWays", [](Random& random) { return std::sinh(30 * random.normal()); }},
      {"FewValues", [](Random& random) { return static_cast<double>(random.below(7)); }},
      {"MostlyOneValue", [](Random& random) { return random.below(100) < 97 ? 3.0 : random.normal(); }},
      {"WholeRange", [](Random& random) { return (2 * random.uniform() - 1) * largest; }},
      {"Extremes", [](Random& random) { return random.below(2) == 0 ? -largest : largest; }},
      {"Subnormal", [](Random& random) { return static_cast<double>(random.below(50)) * smallest; }},
      {"SubnormalAndOne", [](Random& random) { return random.below(1000) == 0 ? 1.0 : random.uniform() * 1e-310; }},
      {"NeighbouringDoubles",
       [](Random& random) {
         return 1.0 + static_cast<double>(random.below(9)) * std::numeric_limits<double>::epsilon();
       }},
      {"EveryMagnitude", [](Random& random) { return std::ldexp(1.0, static_cast<int>(random.below(2000)) - 1000); }},
      {"OffsetOf1e8", [](Random& random) { return 1e8 + random.uniform(); }},
      {"SignedZeros", [](Random& random) { return random.below(2) == 0 ? 0.0 : -0.0; }},
  };
  return all;
}

inline std::vector<double> drawn(const Distribution& distribution, std::size_t count) {
  Random random(51);
  std::vector<double> values(count);
  for (double& value : values) value = distribution.draw(random);
  return values;
}

}  // namespace gaptv::testing
