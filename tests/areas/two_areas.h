// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "tests/areas/random_map.h"
#include "tests/areas/refusal.h"

namespace gaptv::testing {

// Two areas beside each other, divided at a = 4, with so many rows and these outcomes.
inline RandomMap two_areas(const std::vector<double>& left, const std::vector<double>& right) {
  RandomMap map;
  map.model = small_model({axis_with("a", {4}), axis_with("b", {})}, {1, 2});
  map.data.feature_names = {"a", "b"};
  map.data.outcome_name = "price";
  map.data.features.resize(2);
  const auto add = [&](double start, const std::vector<double>& outcomes) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      map.data.features[0].push_back(start + static_cast<double>(i) / 10);
      map.data.features[1].push_back(static_cast<double>(i) / 3);
      map.data.outcome.push_back(outcomes[i]);
    }
  };
  add(1, left);
  add(4, right);
  map.rules.min_count = 3;
  return map;
}

inline std::string refusal_of_map(const RandomMap& map) {
  return refusal_of([&] { release_of(map); });
}

inline double number_at(const AreaLayer& layer, const std::string& column, std::size_t area) {
  const auto found = std::ranges::find(layer.columns, column, &AreaColumn::name);
  if (found == layer.columns.end()) return std::nan("");
  const AreaValue& value = found->values[area];
  return std::holds_alternative<std::int64_t>(value) ? static_cast<double>(std::get<std::int64_t>(value))
                                                     : std::get<double>(value);
}

}  // namespace gaptv::testing
