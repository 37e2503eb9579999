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
#include "gaptv/model/predict.h"
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

// Leaves cells out of the map, and the rows in them, as a mask of water would: what remains are often islands.
inline void flood_cells(RandomMap& map, Random& random) {
  Surface& surface = map.model.surfaces.front();
  std::vector<bool> left_out;
  for (std::size_t cell = 0; cell < surface.beta.size(); ++cell) left_out.push_back(random.uniform() < 0.35);
  std::vector<std::size_t> dry;
  const std::vector<std::uint32_t> cell_of_row = locate(surface, map.data.view());
  for (std::size_t row = 0; row < cell_of_row.size(); ++row) {
    if (!left_out[cell_of_row[row]]) dry.push_back(row);
  }
  if (dry.empty()) return;
  const auto keep_dry = [&dry](auto& column) {
    if (column.empty()) return;
    for (std::size_t i = 0; i < dry.size(); ++i) column[i] = column[dry[i]];
    column.resize(dry.size());
  };
  for (auto& feature : map.data.features) keep_dry(feature);
  keep_dry(map.data.outcome);
  keep_dry(map.data.weight);
  keep_dry(map.data.exposure);
  keep_dry(map.ids);
  for (std::size_t cell = 0; cell < left_out.size(); ++cell) {
    if (left_out[cell]) surface.cells[cell] = CellStats{};
  }
  surface.grid.left_out = std::move(left_out);
  find_regions(surface, map.model.record.loss);
}

// Draws a map with ties of coordinates, empty cells, people with several rows, dominant contributions, outcomes of
// several units and of both signs where no rule forbids them, answers of yes or no, weights, exposures, edges that are
// coordinates of rows, and islands.
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
  if (chance(0.3)) flood_cells(map, random);
  if (is_yes_or_no && !may_be_negative) {
    map.model.record.loss = "binomial";
  } else if (has_exposure) {
    map.model.record.loss = "poisson";
  } else if (chance(0.2)) {
    // Outcomes of another unit, as percents or halves, and thousands that begin elsewhere.
    const double unit = chance(0.5) ? 100 : 0.5;
    const double first = may_be_negative || !chance(0.3) ? 0 : 250;
    for (double& outcome : map.data.outcome) outcome = first + unit * outcome;
  }
  return map;
}

}  // namespace gaptv::testing
