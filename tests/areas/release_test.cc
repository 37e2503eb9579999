// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/release.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "gaptv/areas/area_csv.h"
#include "gaptv/areas/area_extent.h"
#include "tests/areas/polygon_checks.h"
#include "tests/areas/random_map.h"
#include "tests/areas/refusal.h"
#include "tests/areas/two_areas.h"

namespace gaptv::testing {
namespace {

TEST(Release, LeavesAreasThatKeepTheRulesAsTheyAre) {
  const Release release = release_of(two_areas({1, 2, 4}, {10, 11, 12, 14}));
  EXPECT_EQ(release.joined, 0U);
  EXPECT_EQ(release.smallest_count, 3U);
  EXPECT_EQ(release.rows, 7U);
  EXPECT_EQ(release.error_before, release.error_after);
  EXPECT_EQ(write_area_csv(release.layer),
            "id,value,count,wkt\n"
            "1,2.333,3,\"MULTIPOLYGON (((3 -0.2, 3 1.2, 0.9 1.2, 0.9 -0.2, 3 -0.2)))\"\n"
            "2,11.75,4,\"MULTIPOLYGON (((4.4 -0.2, 4.4 1.2, 3 1.2, 3 -0.2, 4.4 -0.2)))\"\n");
}

TEST(Release, JoinsWhatIsTooSmall) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  map.rules.min_count = 4;
  map.rules.rounding = CountRounding::to_base;
  map.rules.round_base = 5;
  const Release release = release_of(map);
  EXPECT_EQ(release.joined, 1U);
  EXPECT_EQ(release.smallest_count, 7U);
  ASSERT_EQ(release.layer.size(), 1U);
  EXPECT_EQ(number_at(release.layer, "count", 0), 5);
  // 7.714 would tell that 5 stands for 7.
  EXPECT_EQ(number_at(release.layer, "value", 0), 7.5);
  EXPECT_GT(release.error_after, release.error_before);
}

TEST(Release, RefusesOutcomesThatTheLossDoesNotKnow) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  map.model.record.loss = "poisson";
  EXPECT_EQ(refusal_of_map(map), "");
  map.data.outcome[5] = 1.5;
  EXPECT_TRUE(has_text(refusal_of_map(map), "1.5"));
  map.model.record.loss = "gamma";
  EXPECT_EQ(refusal_of_map(map), "");
  map.data.outcome[5] = -1;
  EXPECT_TRUE(has_text(refusal_of_map(map), "-1"));
}

TEST(Release, SaysThatThereAreTooFewPeople) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  map.rules.min_count = 8;
  EXPECT_TRUE(has_text(refusal_of_map(map), "are about 7 people, and an area needs 8"));
  map.rules.min_count = 7;
  EXPECT_EQ(refusal_of_map(map), "");
  map.ids = {1, 2, 3, 4, 5, 6, 6};
  EXPECT_TRUE(has_text(refusal_of_map(map), "are about 6 people, and an area needs 7"));
}

TEST(Release, CountsPeopleNotRows) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  map.ids = {7, 7, 8, 1, 2, 3, 4};
  EXPECT_EQ(release_of(map).joined, 1U);
  map.ids = {7, 9, 8, 1, 2, 3, 3};
  EXPECT_EQ(release_of(map).joined, 0U);
}

TEST(Release, JoinsWhereTwoContributeTooMuch) {
  RandomMap map = two_areas({50, 40, 10}, {30, 30, 20, 20});
  map.rules.max_share = 90;
  EXPECT_EQ(release_of(map).joined, 0U);
  map.rules.max_share = 89;
  EXPECT_EQ(release_of(map).joined, 1U);
  map.rules.max_share = 0;
  map.rules.p_percent = 20;
  EXPECT_EQ(release_of(map).joined, 0U);
  map.rules.p_percent = 21;
  EXPECT_EQ(release_of(map).joined, 1U);
  // Two rows of one person count together.
  map.rules.p_percent = 20;
  map.ids = {0, 1, 2, 3, 3, 4, 5};
  EXPECT_EQ(release_of(map).joined, 0U);
  map.rules.max_share = 79;
  EXPECT_EQ(refusal_of_map(map), "");
  EXPECT_EQ(release_of(map).joined, 1U);
}

TEST(Release, JoinsAnAreaOfOnePlace) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  for (std::size_t row = 0; row < 3; ++row) {
    map.data.features[0][row] = 2;
    map.data.features[1][row] = 1;
  }
  EXPECT_EQ(release_of(map).joined, 1U);
  map.data.features[1][2] = 1.1;
  EXPECT_EQ(release_of(map).joined, 0U);
}

TEST(Release, MarksRatesOfFewEvents) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  map.rules.unstable_events = 20;
  EXPECT_FALSE(release_of(map).tells_events);
  map.model.record.loss = "poisson";
  const Release release = release_of(map);
  EXPECT_TRUE(release.tells_events);
  EXPECT_EQ(number_at(release.layer, "unstable", 0), 1);
  EXPECT_EQ(number_at(release.layer, "unstable", 1), 0);
}

// A sum that went through a mean is not always whole again: 20 events of some numbers of rows were no longer 20.
TEST(Release, CountsEventsAsWholeNumbers) {
  for (std::size_t rows = 21; rows < 600; ++rows) {
    std::vector<double> outcomes(rows, 0);
    for (std::size_t event = 0; event < 20; ++event) outcomes[event * 7 % rows] = 1;
    outcomes.resize(rows + 1, 0);
    RandomMap map = two_areas(outcomes, {10, 11, 12, 14});
    for (std::size_t row = 0; row + 4 < map.data.rows(); ++row) {
      map.data.features[0][row] = 3.9 * static_cast<double>(row) / static_cast<double>(rows + 1);
    }
    map.model.record.loss = "poisson";
    map.rules.unstable_events = 20;
    const Release release = release_of(map);
    const double events = std::accumulate(outcomes.begin(), outcomes.end(), 0.0);
    ASSERT_EQ(release.layer.size(), 2U);
    ASSERT_EQ(number_at(release.layer, "unstable", 0), events <= 20 ? 1 : 0) << rows;
  }
}

// Models number regions by their rows; the order of areas would tell what rounding hides.
TEST(Release, NumbersAreasByPlaceAndNotBySize) {
  const RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  RandomMap other = two_areas({1, 2, 4, 2, 1}, {10, 11, 12});
  for (RandomMap large_first : {map, other}) {
    Surface& surface = large_first.model.surfaces.front();
    std::swap(surface.regions[0], surface.regions[1]);
    for (std::size_t& region : surface.region_of_cell) region = 1 - region;
    const Release release = release_of(large_first);
    ASSERT_EQ(release.layer.size(), 2U);
    EXPECT_LT(number_at(release.layer, "value", 0), number_at(release.layer, "value", 1));
    EXPECT_EQ(release.layer.geometry[0][0].outer[0].x, release.layer.geometry[1][0].outer[2].x);
  }
}

TEST(Release, TellsWhereAValueIsEverybodysOutcome) {
  EXPECT_EQ(release_of(two_areas({2, 2, 2}, {10, 11, 12, 14})).of_one_outcome, 1U);
}

TEST(Release, RefusesWhatNoRuleCanBeKeptFor) {
  RandomMap map = two_areas({1, 2, 4}, {10, 11, -12, 14});
  map.rules.max_share = 85;
  EXPECT_TRUE(has_text(refusal_of_map(map), "outcome 'price' is negative")) << refusal_of_map(map);
  map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  map.rules.max_share = 30;
  EXPECT_TRUE(has_text(refusal_of_map(map), "break the rules")) << refusal_of_map(map);
  map.rules.max_share = 0;
  map.model.record.loss = "quantile=0.5";
  EXPECT_TRUE(has_text(refusal_of_map(map), "no means")) << refusal_of_map(map);
  map.model.record.loss = "gaussian";
  map.rules.max_share = 101;
  EXPECT_TRUE(has_text(refusal_of_map(map), "`max_share` is 101")) << refusal_of_map(map);
}

TEST(Release, RefusesBoundsAtSomebodysCoordinate) {
  const RandomMap map = two_areas({1, 2, 4}, {10, 11, 12, 14});
  ReleaseOptions options = {map.rules, {}};
  options.area.bounds = {0, -1, 10, 5};
  EXPECT_EQ(refusal_of([&] { make_release(map.model, map.data.view(), {}, options); }), "");
  options.area.bounds = {1, -1, 10, 5};
  EXPECT_TRUE(has_text(refusal_of([&] { make_release(map.model, map.data.view(), {}, options); }), "bounds of 'a', 1"));
}

TEST(Release, EndsWhereManyLiveAndNotBeyondThePoles) {
  RandomMap map = two_areas({1, 2, 4, 5, 6}, {10, 11, 12, 14, 15});
  map.data.features[0][0] = -3.21;
  for (double& latitude : map.data.features[1]) latitude = 85 - 90 * latitude;  // every 30 degrees
  const AreaExtent extent = *extent_of(release_of(map).layer.geometry);
  EXPECT_EQ(extent.x_min, -5);  // -3.3 or -4 would tell where the one is who lives alone
  EXPECT_GT(extent.y_max, 90);
  map.model.surfaces.front().grid.axes[0].name = "lon";
  map.model.surfaces.front().grid.axes[1].name = "lat";
  const Release release = release_of(map);
  EXPECT_EQ(extent_of(release.layer.geometry)->y_max, 90);
  EXPECT_EQ(release.layer.epsg, 4326);
}

TEST(Release, KeepsBordersWithinTheBounds) {
  // The simplest border beside the last row is where the map is to end: 1000.
  RandomMap map = two_areas({1, 2, 3}, {20, 21, 22, 23});
  map.model.surfaces.front().grid.axes[0].edges = {500, 999.9};
  map.model.surfaces.front().beta = {1, 2, 3};
  map.model.surfaces.front().cells.assign(3, CellStats{1, 2, 0});
  find_regions(map.model.surfaces.front(), map.model.record.loss);
  map.data.features[0] = {1, 200, 300, 996, 997, 998, 999.2};
  ReleaseOptions options = {map.rules, {}};
  options.area.bounds = AreaExtent{0, -1, 1000, 2};
  EXPECT_EQ(refusal_of([&] { make_release(map.model, map.data.view(), {}, options); }), "");
}

TEST(Release, HidesABorderAmongPeopleNotRows) {
  RandomMap map = two_areas({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {20, 21, 22, 23, 24});
  map.model.surfaces.front().grid.axes[0].edges = {4.137};
  // Six rows next to the border are about the same person.
  map.data.features[0] = {1.5, 2.1, 2.7, 3.2, 3.6, 4.01, 4.03, 4.05, 4.07, 4.09, 4.11, 4.8, 5.2, 5.5, 5.8, 6.1};
  const auto has_border = [&](double x) {
    const std::string text = write_area_csv(release_of(map).layer);
    return has_text(text, " " + std::to_string(static_cast<int>(x)) + " ") ||
           has_text(text, "((" + std::to_string(static_cast<int>(x)) + " ");
  };
  EXPECT_TRUE(has_border(5));  // every row is somebody else: from 4.07 to 5.5
  map.ids = {1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10};
  EXPECT_TRUE(has_border(4));  // from 3.2 to 5.5
  EXPECT_FALSE(has_border(5));
}

TEST(Release, DoesNotApplyDominanceToYesOrNo) {
  RandomMap map = two_areas({1, 0, 0}, {1, 1, 1, 0});
  map.model.record.loss = "binomial";
  map.rules.max_share = 10;
  const Release release = release_of(map);
  EXPECT_EQ(release.joined, 0U);
  ASSERT_EQ(release.notes.size(), 1U);
  EXPECT_TRUE(has_text(release.notes[0], "does not apply"));
}

// What an outsider would count, who has the rows and the polygons only.
struct Recount {
  std::size_t rows = 0;
  std::map<std::size_t, double> total_of;  // by contributor
  double sum = 0;
  double weight = 0;
  std::vector<double> outcomes;

  // The longest step by which all outcomes differ in whole numbers; 0 if there is none in millionths.
  double longest_step() const {
    std::int64_t step = 0;
    for (const double outcome : outcomes) {
      if (outcome * 1e6 != std::floor(outcome * 1e6)) return 0;
      step = std::gcd(step, static_cast<std::int64_t>((outcome - outcomes[0]) * 1e6));
    }
    return static_cast<double>(step) / 1e6;
  }
};

Recount count_inside(const MultiPolygon& area, const RandomMap& map) {
  Recount count;
  for (std::size_t row = 0; row < map.data.rows(); ++row) {
    const MapPoint point = {map.data.features[0][row], map.data.features[1][row]};
    std::size_t times = 0;
    for (const Polygon& polygon : area) times += contains(polygon, point) ? 1U : 0U;
    if (times == 0) continue;
    const double weight = map.data.weight.empty() ? 1 : map.data.weight[row];
    const double exposure = map.data.exposure.empty() ? 1 : map.data.exposure[row];
    ++count.rows;
    count.total_of[map.ids.empty() ? row : map.ids[row]] += weight * map.data.outcome[row];
    count.sum += weight * map.data.outcome[row];
    count.weight += weight * exposure;
    if (map.data.weight.empty() && map.data.exposure.empty()) count.outcomes.push_back(map.data.outcome[row]);
  }
  return count;
}

void expect_kept_rules(const RandomMap& map, const Recount& count) {
  EXPECT_GE(count.total_of.size(), map.rules.min_count);
  std::vector<double> totals;
  for (const auto& entry : count.total_of) totals.push_back(entry.second);
  totals.resize(std::max<std::size_t>(2, totals.size()), 0);
  std::ranges::sort(totals, std::greater());
  const double slack = 1e-9;  // sums in another order
  const double others = count.sum - totals[0] - totals[1];
  if (map.model.record.loss == "binomial") return;  // no amounts
  if (map.rules.max_share > 0) {
    EXPECT_LE(100 * (totals[0] + totals[1]), map.rules.max_share * count.sum * (1 + slack));
  }
  if (map.rules.p_percent > 0) {
    EXPECT_GE(100 * others, map.rules.p_percent * totals[0] - slack * count.sum);
  }
}

TEST(Release, KeepsEveryRuleOnRandomMapsForSomebodyWhoCountsAgain) {
  std::size_t released = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomMap map = random_map(seed);
    Release release;
    if (!refusal_of([&] { release = release_of(map); }).empty()) continue;
    ++released;
    std::size_t rows = 0;
    for (std::size_t area = 0; area < release.layer.size(); ++area) {
      const Recount count = count_inside(release.layer.geometry[area], map);
      rows += count.rows;
      expect_kept_rules(map, count);
      EXPECT_EQ(number_at(release.layer, "count", area),
                static_cast<double>(round_count(map.rules, count.total_of.size())));
      const double step =
          count.longest_step() * step_of_means(map.rules, round_count(map.rules, count.total_of.size()));
      EXPECT_NEAR(number_at(release.layer, "value", area), count.sum / count.weight,
                  5.1e-4 * std::abs(count.sum / count.weight) + step / 2 + 1e-12);
      for (const Ring& ring : rings_of(release.layer.geometry[area])) {
        for (const MapPoint& point : ring) {
          EXPECT_FALSE(std::ranges::count(map.data.features[0], point.x) > 0) << point.x;
          EXPECT_FALSE(std::ranges::count(map.data.features[1], point.y) > 0) << point.y;
        }
      }
    }
    EXPECT_EQ(rows, map.data.rows());  // every row is in exactly one area, as none is counted twice
  }
  EXPECT_GT(released, 500U);
}

}  // namespace
}  // namespace gaptv::testing
