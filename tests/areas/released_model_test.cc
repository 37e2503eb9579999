// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/released_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gaptv/areas/area_locator.h"
#include "gaptv/areas/release.h"
#include "gaptv/base/random.h"
#include "gaptv/model/model_file.h"
#include "gaptv/model/predict.h"
#include "gaptv/output/empty_places.h"
#include "gaptv/output/region_csv.h"
#include "gaptv/report/report.h"
#include "tests/areas/random_map.h"
#include "tests/areas/refusal.h"

namespace gaptv::testing {
namespace {

// A value goes through the link and back.
constexpr double rounding_of_links = 1e-12;
// Links have no number for a rate or a share of 0 or 1.
constexpr double nearly_none = 1e-6;

// The published value of an area.
double value_of(const AreaLayer& layer, std::size_t area) {
  const auto column = std::ranges::find(layer.columns, std::string("value"), &AreaColumn::name);
  return std::get<double>(column->values[area]);
}

TEST(ReleasedModel, PredictsThePublishedValueOfTheAreaOfEveryPlace) {
  std::size_t released = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const RandomMap map = random_map(seed);
    Release release;
    if (!refusal_of([&] { release = release_of(map); }).empty()) continue;
    ++released;
    const Model model = model_from_json(model_to_json(release.model), "released.json");
    const AreaLocator areas(release.layer);
    Random random(seed);
    for (int i = 0; i < 50; ++i) {
      const MapPoint place = {10 * random.uniform(), 10 * random.uniform()};
      const AreaHit hit = areas.find(place);
      if (hit.area == in_no_area) continue;  // outside of all rows
      const std::vector<double> x = {place.x, place.y};
      const Surface& surface = model.surfaces.front();
      const double published = value_of(release.layer, hit.area);
      EXPECT_NEAR(surface.regions[surface.region_of_cell[surface.cell_of(x)]].value, published,
                  published == 0 || published == 1 ? nearly_none : rounding_of_links * std::abs(published));
    }
  }
  EXPECT_GT(released, 100U);
}

TEST(ReleasedModel, KnowsNothingButValuesAndBorders) {
  const RandomMap map = random_map(4);
  RandomMap with_more = map;
  with_more.model.record.notes = {"a secret"};
  with_more.model.record.options = {{"folds", "7"}};
  with_more.model.surfaces.front().record.input_hash = "0123456789abcdef";
  with_more.model.surfaces.front().record.cv.lambdas = {3, 2, 1};
  const Model model = release_of(with_more).model;
  EXPECT_EQ(model_to_json(model), model_to_json(release_of(map).model));
  EXPECT_TRUE(is_released(model));
  for (const CellStats& cell : model.surfaces.front().cells) {
    EXPECT_EQ(cell.weight, 0);
    EXPECT_EQ(cell.mean, 0);
    EXPECT_EQ(cell.scatter, 0);
  }
  const std::vector<std::uint8_t> empty = find_empty_places(model.record, model.surfaces.front());
  EXPECT_EQ(std::ranges::count(empty, 1), 0);  // nobody knows where rows are
  EXPECT_EQ(model.record.rows, 0U);
  EXPECT_EQ(model.record.total_weight, 0);
  // Every edge is a border of an area, and so nobody's coordinate; the ends are those of the map.
  const AreaLayer layer = release_of(map).layer;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    std::vector<double> coordinates;
    for (const MultiPolygon& area : layer.geometry) {
      for (const Polygon& polygon : area) {
        for (const MapPoint& point : polygon.outer) coordinates.push_back(axis == 0 ? point.x : point.y);
        for (const Ring& hole : polygon.holes) {
          for (const MapPoint& point : hole) coordinates.push_back(axis == 0 ? point.x : point.y);
        }
      }
    }
    const Axis& of = model.surfaces.front().grid.axes[axis];
    for (const double edge : of.edges) EXPECT_TRUE(std::ranges::count(coordinates, edge) > 0) << edge;
    EXPECT_EQ(of.lowest, std::ranges::min(coordinates));
    EXPECT_EQ(of.highest, std::ranges::max(coordinates));
  }
}

TEST(ReleasedModel, IsRefusedWhereRowsAreNeeded) {
  RandomMap map = random_map(4);
  map.model = release_of(map).model;
  EXPECT_TRUE(has_text(refusal_of([&] { release_of(map); }), "a release needs what the rows say"));
  EXPECT_TRUE(has_text(refusal_of([&] { html_report(map.model); }), "the report needs what the rows say"));
  EXPECT_TRUE(has_text(refusal_of([&] { write_region_csv(map.model); }), "the table of regions needs"));
}

TEST(ReleasedModel, PredictsSharesOfNoneAndAllNearly) {
  Model model = small_model({axis_with("a", {4}), axis_with("b", {})}, {0, 0});
  model.record.loss = "binomial";
  const Model released = make_released_model(model, {{0, 4, 10}, {0, 10}, {0, 1}, 2}, {}, {0, 1});
  ASSERT_EQ(released.surfaces.front().regions.size(), 2U);
  EXPECT_NEAR(fitted_values(released.surfaces.front())[0], 0, 1e-6);
  EXPECT_NEAR(fitted_values(released.surfaces.front())[1], 1, 1e-6);
  EXPECT_FALSE(model_to_json(released).empty());
}

}  // namespace
}  // namespace gaptv::testing
