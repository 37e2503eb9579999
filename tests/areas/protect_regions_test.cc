// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/protect_regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gaptv/areas/safe_edges.h"
#include "gaptv/base/error.h"
#include "gaptv/base/random.h"

namespace gaptv::testing {
namespace {

RegionRows rows_with(std::size_t count, double outcome) {
  RegionRows rows;
  rows.rows = count;
  for (std::size_t row = 0; row < count; ++row) {
    rows.outcomes.add(outcome);
    rows.contributors.add_row(outcome);
  }
  return rows;
}

std::function<bool(const RegionRows&)> has_at_least(std::size_t count) {
  return [count](const RegionRows& rows) { return rows.contributors.count() >= count; };
}

TEST(ProtectRegions, JoinsTheSmallRegionWithTheNeighbourThatIsMostAlike) {
  const ProtectedRegions result = protect_regions({rows_with(20, 1), rows_with(3, 4), rows_with(20, 5)},
                                                  {{0, 1}, {1, 2}}, squared_loss(), has_at_least(10));
  EXPECT_EQ(result.region_of, (std::vector<std::size_t>{0, 1, 1}));
  EXPECT_EQ(result.joins, 1U);
  EXPECT_EQ(result.regions[1].rows, 23U);
  EXPECT_NEAR(result.regions[1].outcomes.mean, (3 * 4 + 20 * 5) / 23.0, 1e-12);
}

TEST(ProtectRegions, LeavesSafeRegionsAlone) {
  const ProtectedRegions result =
      protect_regions({rows_with(10, 1), rows_with(10, 1)}, {{0, 1}}, squared_loss(), has_at_least(10));
  EXPECT_EQ(result.joins, 0U);
  EXPECT_EQ(result.regions.size(), 2U);
}

TEST(ProtectRegions, RefusesWhatCannotBeSafe) {
  EXPECT_THROW(protect_regions({rows_with(4, 1), rows_with(3, 2)}, {{0, 1}}, squared_loss(), has_at_least(10)),
               InvalidInput);
  // An island has nobody to join.
  EXPECT_THROW(protect_regions({rows_with(40, 1), rows_with(3, 2)}, {}, squared_loss(), has_at_least(10)),
               InvalidInput);
}

TEST(ProtectRegions, EndWithSafeRegionsOfConnectedPartsWhateverTheNumbers) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Random random(seed);
    const std::size_t side = 2 + static_cast<std::size_t>(random.uniform() * 6);
    std::vector<RegionRows> regions;
    std::vector<std::pair<std::size_t, std::size_t>> neighbours;
    std::size_t rows = 0;
    for (std::size_t region = 0; region < side * side; ++region) {
      RegionRows of_region;
      of_region.rows = static_cast<std::size_t>(random.uniform() * 8);
      rows += of_region.rows;
      for (std::size_t row = 0; row < of_region.rows; ++row) {
        const double outcome = std::floor(random.uniform() * 20);
        of_region.outcomes.add(outcome);
        of_region.contributors.add(static_cast<std::uint32_t>(random.uniform() * 30), outcome);
      }
      regions.push_back(std::move(of_region));
      if (region % side > 0) neighbours.emplace_back(region - 1, region);
      if (region >= side) neighbours.emplace_back(region - side, region);
    }
    const auto is_safe = [](const RegionRows& of) {
      return of.contributors.count() >= 5 && of.contributors.share_of_two_largest() <= 0.8;
    };
    try {
      const ProtectedRegions result = protect_regions(regions, neighbours, squared_loss(), is_safe);
      std::size_t kept = 0;
      for (const RegionRows& of : result.regions) {
        EXPECT_TRUE(is_safe(of)) << seed;
        kept += of.rows;
      }
      EXPECT_EQ(kept, rows) << seed;
      EXPECT_EQ(result.regions.size() + result.joins, regions.size()) << seed;
    } catch (const InvalidInput&) {
      RegionRows all;
      for (RegionRows& of : regions) all.contributors.add_all(std::move(of.contributors));
      EXPECT_FALSE(is_safe(all)) << seed;
    }
  }
}

TEST(Contributors, CountPeopleOnceAndKnowTheLargest) {
  Contributors people;
  people.add(7, 10);
  people.add(8, 5);
  people.add(7, 20);
  Contributors more;
  more.add(8, 40);
  more.add(9, 25);
  people.add_all(std::move(more));
  EXPECT_EQ(people.count(), 3U);
  EXPECT_EQ(people.total(), 100);
  EXPECT_EQ(people.share_of_two_largest(), 0.75);
  EXPECT_NEAR(people.percent_of_others(), 100 * 25 / 45.0, 1e-12);
}

TEST(Contributors, AreRowsWhereNobodyIsNamed) {
  Contributors rows;
  for (const double outcome : {3.0, 1.0, 6.0}) rows.add_row(outcome);
  EXPECT_EQ(rows.count(), 3U);
  EXPECT_EQ(rows.share_of_two_largest(), 0.9);
  EXPECT_TRUE(std::isinf(Contributors().percent_of_others()));
}

TEST(SafeEdges, AreSimpleAndBetweenCoordinates) {
  const auto between = [](double low, double high) { return simplest_between(low, high, low + (high - low) / 2, {}); };
  EXPECT_EQ(between(1.23456, 1.23789), 1.236);
  EXPECT_EQ(between(-0.5, 3), 0);
  EXPECT_EQ(between(-0.5, 0.4), 0);
  EXPECT_EQ(between(4, 5), 4.5);
  EXPECT_EQ(between(-118.2437, -118.2431), -118.2434);
  EXPECT_EQ(simplest_between(3, 9, 8.9, {}), 8);
  // Where people are there is no border.
  EXPECT_EQ(simplest_between(4, 8, 6, {6}), 5);
  EXPECT_EQ(simplest_between(4, 8, 6, {5, 6, 7}), 5.9);
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(simplest_between(1.0, next, next, {}), next);
}

SortedCoordinates coordinates_of(std::vector<double> values) {
  SortedCoordinates rows;
  std::ranges::sort(values);
  for (std::size_t row = 0; row < values.size(); ++row) rows.who.push_back(static_cast<std::uint32_t>(row));
  rows.values = std::move(values);
  return rows;
}

// An edge between two people close together would need many digits, which tell where both are.
TEST(SafeEdges, TellNothingThatIsTrueOfFewPeopleOnly) {
  SortedCoordinates rows = coordinates_of({0.13, 0.27, 0.41, 0.58, 0.734561, 0.734569, 0.82, 0.93, 1.07, 1.19});
  EXPECT_EQ(simplify_edges({0.734569}, rows, 1), (std::vector<double>{0.734565}));
  EXPECT_EQ(simplify_edges({0.734569}, rows, 2), (std::vector<double>{0.7}));
  EXPECT_EQ(simplify_edges({0.734569}, rows, 3), (std::vector<double>{0.7}));
  EXPECT_EQ(simplify_edges({0.734569}, rows, 4), (std::vector<double>{1}));
  // The rows below it are all of one person.
  rows.who = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5};
  EXPECT_EQ(simplify_edges({0.734569}, rows, 2), (std::vector<double>{0.7}));
  // The next edge is in the way.
  EXPECT_EQ(simplify_edges({0.734569, 0.82}, coordinates_of(rows.values), 4), (std::vector<double>{0.7, 1}));
}

// The end of a map close to somebody who lives alone in the west would tell where.
TEST(SafeEdges, CloseTheMapAmongPeople) {
  SortedCoordinates rows = coordinates_of({17.137, 21.1, 21.2, 21.3, 22.5, 23.01, 23.02});
  const auto closed = [&rows](std::size_t people) {
    return close_among_people(rows.values.front(), rows.values.back(), rows, people);
  };
  EXPECT_EQ(closed(1).low, 17.1);
  EXPECT_EQ(closed(1).high, 23.05);
  EXPECT_EQ(closed(2).low, 15);
  EXPECT_EQ(closed(2).high, 23.05);
  EXPECT_EQ(closed(3).high, 23.3);
  rows.who = {0, 1, 2, 3, 4, 5, 5};
  EXPECT_EQ(closed(2).high, 23.3);  // both in the east are one person
  rows.who = {0, 0, 0, 0, 0, 5, 6};
  EXPECT_EQ(closed(2).low, 14);
  rows = coordinates_of({0, 0, 50, 100, 100});
  EXPECT_EQ(closed(2).low, -0.5);
  EXPECT_EQ(closed(2).high, 100.5);
  rows = coordinates_of({7, 7, 7});
  EXPECT_LT(closed(3).low, 7);
  EXPECT_GT(closed(3).high, 7);
  rows = coordinates_of({1e15, 1e15 + 1});
  EXPECT_LT(closed(1).low, 1e15);
  EXPECT_GT(closed(1).high, 1e15 + 1);
}

TEST(SafeEdges, KeepTheirOrderAndAvoidEverybody) {
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Random random(seed);
    std::vector<double> values(40);
    for (double& x : values) x = seed % 2 == 0 ? std::floor(random.uniform() * 12) : random.uniform() * 1e-3 + 50;
    const SortedCoordinates rows = coordinates_of(values);
    const std::vector<double>& sorted = rows.values;
    std::set<double> cuts;
    for (int i = 0; i < 8; ++i) cuts.insert(sorted[1 + static_cast<std::size_t>(random.uniform() * 38)]);
    cuts.erase(sorted.front());
    const std::vector<double> edges(cuts.begin(), cuts.end());
    const std::size_t people = 1 + static_cast<std::size_t>(random.uniform() * 9);
    const std::vector<double> moved = simplify_edges(edges, rows, people);
    ASSERT_EQ(moved.size(), edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (i > 0) {
        EXPECT_LT(moved[i - 1], moved[i]) << seed;
      }
      std::size_t changed_sides = 0;
      for (const double x : sorted) {
        changed_sides += (x >= moved[i]) != (x >= edges[i]) ? 1U : 0U;
        EXPECT_NE(x, moved[i]) << seed;
      }
      EXPECT_LE(changed_sides, people) << seed;
      if (people == 1) {
        EXPECT_EQ(changed_sides, 0U) << seed;
      }
    }
    const SafeBounds bounds = close_outside(sorted.front(), sorted.back());
    EXPECT_LT(bounds.low, sorted.front());
    EXPECT_GT(bounds.high, sorted.back());
  }
}

}  // namespace
}  // namespace gaptv::testing
