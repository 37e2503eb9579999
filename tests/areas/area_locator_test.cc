// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_locator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

// The even-odd rule for any polygon, by the crossing of each side with a ray to the right.
bool holds(const Ring& ring, const MapPoint& point) {
  bool is_inside = false;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const MapPoint& a = ring[i];
    const MapPoint& b = ring[i + 1];
    if ((a.y > point.y) == (b.y > point.y)) continue;
    if (point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)) is_inside = !is_inside;
  }
  return is_inside;
}

bool holds(const MultiPolygon& area, const MapPoint& point) {
  return std::ranges::any_of(area, [&](const Polygon& polygon) {
    bool is_inside = holds(polygon.outer, point);
    for (const Ring& hole : polygon.holes) is_inside = is_inside != holds(hole, point);
    return is_inside;
  });
}

void expect_as_by_the_rule(const AreaLayer& layer, const AreaLocator& locator, const MapPoint& point) {
  const AreaHit hit = locator.find(point);
  std::vector<std::uint32_t> holders;
  for (std::uint32_t area = 0; area < layer.size(); ++area) {
    if (holds(layer.geometry[area], point)) holders.push_back(area);
  }
  EXPECT_EQ(hit.area, holders.empty() ? in_no_area : holders.front());
  EXPECT_EQ(hit.is_shared, holders.size() > 1);
}

Ring box_ring(double x, double y, double to_x, double to_y) {
  return {{to_x, y}, {to_x, to_y}, {x, to_y}, {x, y}, {to_x, y}};
}

// Parts that overlap would cancel if they were counted together, and nobody would be in an area that is drawn twice.
TEST(AreaLocator, FindsPointsInPartsThatOverlap) {
  AreaLayer layer;
  layer.geometry = {{{box_ring(0, 0, 4, 4), {}}, {box_ring(0, 0, 4, 4), {}}, {box_ring(2, 2, 6, 6), {}}}};
  for (const std::size_t most_cells : {std::size_t{20'000'000}, std::size_t{0}}) {
    const AreaLocator locator(layer, most_cells);
    for (const MapPoint& point : {MapPoint{1, 1}, MapPoint{3, 3}, MapPoint{5, 5}}) {
      EXPECT_EQ(locator.find(point).area, 0U);
      EXPECT_FALSE(locator.find(point).is_shared);
    }
    EXPECT_EQ(locator.find({5, 1}).area, in_no_area);
  }
}

// Such borders pass 20 million heights, which took minutes to draw.
TEST(AreaLocator, TakesNoLongerForBordersUpAndDown) {
  AreaLayer layer;
  Ring comb;
  for (int i = 0; i < 40'000; ++i) {
    const double x = i % 1000;
    const double y = i % 2 == 0 ? 0 : 9000;
    comb.push_back({x, y});
    comb.push_back({x, 9000 - y});
  }
  comb.push_back(comb.front());
  Ring stairs;
  for (int i = 0; i < 9000; ++i) {
    stairs.push_back({2000.0 + i % 2, static_cast<double>(i)});
    stairs.push_back({2000.0 + i % 2, i + 1.0});
  }
  stairs.push_back({1990, 9000});
  stairs.push_back({1990, 0});
  stairs.push_back(stairs.front());
  layer.geometry = {{{comb, {}}}, {{stairs, {}}}};
  const AreaLocator locator(layer, 1'000'000);
  EXPECT_EQ(locator.find({1995, 20}).area, 1U);
}

TEST(AreaLocator, FindsPointsInBoxesWithHoles) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    AreaLayer layer;
    for (int area = 0; area < 5; ++area) {
      const double x = std::floor(random.uniform() * 8);
      const double y = std::floor(random.uniform() * 8);
      layer.geometry.push_back({{box_ring(x, y, x + 4, y + 3), {box_ring(x + 1, y + 1, x + 2, y + 2)}}});
    }
    const AreaLocator table(layer);
    const AreaLocator bands(layer, 0);
    for (int i = 0; i < 50; ++i) {
      const MapPoint point = {random.uniform() * 14 - 1, random.uniform() * 13 - 1};
      expect_as_by_the_rule(layer, table, point);
      expect_as_by_the_rule(layer, bands, point);
    }
    // On the borders both ways to look agree.
    for (double x = -1; x < 13; x += 0.5) {
      for (double y = -1; y < 12; y += 0.5) {
        const AreaHit by_table = table.find({x, y});
        const AreaHit by_bands = bands.find({x, y});
        EXPECT_EQ(by_table.area, by_bands.area);
        EXPECT_EQ(by_table.is_shared, by_bands.is_shared);
      }
    }
  }
}

TEST(AreaLocator, FindsPointsInAnyPolygons) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    AreaLayer layer;
    for (int area = 0; area < 6; ++area) {
      const MapPoint middle = {random.uniform() * 10, random.uniform() * 10};
      Ring ring;
      for (int corner = 0; corner < 7; ++corner) {
        const double angle = 2 * std::numbers::pi * corner / 7;
        const double radius = 0.5 + 3 * random.uniform();
        ring.push_back({middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)});
      }
      ring.push_back(ring.front());
      layer.geometry.push_back({{ring, {}}});
    }
    const AreaLocator locator(layer);
    for (int i = 0; i < 100; ++i) {
      expect_as_by_the_rule(layer, locator, {random.uniform() * 12 - 1, random.uniform() * 12 - 1});
    }
  }
}

TEST(AreaLocator, GivesBordersToTheAreaOnTheirRightAndAbove) {
  AreaLayer layer;
  layer.geometry = {{{box_ring(0, 0, 1, 1), {}}}, {{box_ring(1, 0, 2, 1), {}}}, {{box_ring(0, 1, 2, 2), {}}}};
  for (const std::size_t most_cells : {std::size_t{1000}, std::size_t{0}}) {
    const AreaLocator locator(layer, most_cells);
    EXPECT_EQ(locator.find({1, 0.5}).area, 1U);
    EXPECT_EQ(locator.find({0.5, 1}).area, 2U);
    EXPECT_EQ(locator.find({1, 1}).area, 2U);
    // Outermost borders are closed.
    EXPECT_EQ(locator.find({2, 0.5}).area, 1U);
    EXPECT_EQ(locator.find({2, 2}).area, 2U);
    EXPECT_EQ(locator.find({0, 0}).area, 0U);
    EXPECT_EQ(locator.find({2.001, 1}).area, in_no_area);
    EXPECT_EQ(locator.find({1, -0.001}).area, in_no_area);
    EXPECT_FALSE(locator.find({1, 1}).is_shared);
  }
}

TEST(AreaLocator, KnowsNothingOfNoAreas) {
  EXPECT_EQ(AreaLocator(AreaLayer()).find({0, 0}).area, in_no_area);
}

}  // namespace
}  // namespace gaptv::testing
