// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/areas/release.h"
#include "gaptv/base/random.h"
#include "gaptv/data/dataset.h"
#include "tests/output/small_model.h"

namespace gaptv::testing {

// A small model, rows of people on its map, who they are about, and rules to publish them by.
struct RandomMap {
  Model model;
  Dataset data;
  std::vector<std::uint32_t> ids;  // may be empty
  DisclosureRules rules;
};

inline Release release_of(const RandomMap& map) {
  return make_release(map.model, map.data.view(), map.ids, {map.rules, {}});
}

// Draws a map with ties of coordinates, empty cells, people with several rows, dominant contributions, outcomes of
// both signs where no rule forbids them, answers of yes or no, weights, exposures, and edges that are coordinates of
// rows.
inline RandomMap random_map(std::uint64_t seed) {
  Random random(seed);
  const auto below = [&](double end) { return std::floor(random.uniform() * end); };
  const auto chance = [&](double probability) { return random.uniform() < probability; };
  RandomMap map;
  DisclosureRules& rules = map.rules;
  rules.min_count = static_cast<std::size_t>(1 + below(12));
  if (chance(0.4)) rules.max_share = 50 + below(50);
  if (chance(0.4)) rules.p_percent = 1 + below(30);
  if (chance(0.5)) {
    rules.rounding = CountRounding::to_base;
    rules.round_base = static_cast<std::size_t>(1 + below(12));
  } else if (chance(0.5)) {
    rules.rounding = chance(0.5) ? CountRounding::census_steps : CountRounding::midpoint_6;
  }
  if (chance(0.2)) rules.unstable_events = static_cast<std::uint64_t>(below(400));
  if (chance(0.2)) rules.significant_digits = 4;
  rules.zero_is_small = chance(0.3);
  const bool may_be_negative = rules.max_share == 0 && rules.p_percent == 0 && chance(0.3);
  const auto rows = static_cast<std::size_t>(1 + below(120));
  const double places = chance(0.5) ? 1 + below(12) : 0;  // along an axis; 0: anywhere
  const bool is_heavy_tailed = chance(0.3);
  const bool is_yes_or_no = chance(0.2);
  map.data.feature_names = {"a", "b"};
  map.data.outcome_name = "price";
  map.data.features.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto& feature : map.data.features) {
      feature.push_back(places > 0 ? 10 * below(places + 1) / places : 10 * random.uniform());
    }
    const double outcome = is_yes_or_no ? below(2) : is_heavy_tailed ? std::exp(6 * random.uniform()) : below(50);
    map.data.outcome.push_back(may_be_negative ? outcome - 20 : outcome);
  }
  if (chance(0.5)) {
    const double people = 1 + below(static_cast<double>(rows));
    for (std::size_t row = 0; row < rows; ++row) map.ids.push_back(static_cast<std::uint32_t>(below(people)));
  }
  if (chance(0.2)) {
    for (std::size_t row = 0; row < rows; ++row) map.data.weight.push_back(1 + below(4));
    map.data.weight_name = "copies";
  } else if (chance(0.1)) {
    for (std::size_t row = 0; row < rows; ++row) map.data.weight.push_back(0.1 + random.uniform());
    map.data.weight_name = "precision";
  }
  const bool has_exposure = !may_be_negative && !is_yes_or_no && chance(0.15);
  for (std::size_t row = 0; has_exposure && row < rows; ++row) map.data.exposure.push_back(0.1 + random.uniform());
  const auto random_axis = [&](const std::string& name, const std::vector<double>& coordinates) {
    std::vector<double> edges;
    double edge = 0;
    for (double bins = below(8); bins > 0; --bins) {
      edge += 0.1 + 3 * random.uniform();
      edges.push_back(edge);
      const double someone = coordinates[static_cast<std::size_t>(below(static_cast<double>(rows)))];
      if (chance(0.7) && someone > edge) edge = edges.back() = someone;
    }
    return axis_with(name, edges);
  };
  std::vector<Axis> axes = {random_axis("a", map.data.features[0]), random_axis("b", map.data.features[1])};
  std::vector<double> values((axes[0].edges.size() + 1) * (axes[1].edges.size() + 1));
  const double kinds = 1 + below(6);
  for (double& value : values) value = below(kinds);
  map.model = small_model(std::move(axes), values);
  if (is_yes_or_no && !may_be_negative) {
    map.model.record.loss = "binomial";
  } else if (has_exposure) {
    map.model.record.loss = "poisson";
  }
  return map;
}

}  // namespace gaptv::testing
