// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_csv.h"
#include "gaptv/areas/area_csv_reader.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/areas/geojson_reader.h"
#include "gaptv/areas/geopackage.h"
#include "gaptv/areas/geopackage_reader.h"
#include "gaptv/areas/release.h"
#include "tests/areas/polygon_checks.h"
#include "tests/areas/published_areas.h"
#include "tests/areas/random_map.h"
#include "tests/areas/refusal.h"

namespace gaptv::testing {
namespace {

TEST(Audit, FindsNothingInAGoodFile) {
  Published file;
  file.rules.max_share = 50;
  file.rules.p_percent = 30;
  const Audit audit = file.audit();
  EXPECT_EQ(broken_rules(audit), Broken());
  EXPECT_TRUE(audit.notes.empty());
  EXPECT_EQ(audit.rows, 12U);
  EXPECT_EQ(audit.rows_outside, 0U);
  EXPECT_EQ(finding_of(audit, "min_count").measured, 6);
  EXPECT_NEAR(finding_of(audit, "max_share").measured, 100 * 29 / 75.0, 1e-12);
  EXPECT_NEAR(finding_of(audit, "p_percent").measured, 100 * 46 / 15.0, 1e-12);
}

TEST(Audit, FindsAreasOfFewPeople) {
  Published file;
  file.rules.min_count = 7;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"min_count"});
  EXPECT_EQ(file.audit().findings[1].region, "1");
  EXPECT_EQ(file.audit().findings[2].region, "2");
  file.rules.min_count = 5;
  file.ids = {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(broken_rules(file.audit()), (Broken{"min_count", "count"}));
}

TEST(Audit, LetsTheRulesSayWhetherNobodyIsFew) {
  Published file;
  file.layer.geometry.push_back(box(4, 0, 6, 4));
  file.layer.columns[0].values.emplace_back(std::int64_t{3});
  file.layer.columns[1].values.emplace_back(std::monostate());
  file.layer.columns[2].values.emplace_back(std::int64_t{0});
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.rules.zero_is_small = true;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"min_count"});
}

TEST(Audit, FindsLargeContributions) {
  Published file;
  file.rules.max_share = 38;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"max_share"});
  file.rules.max_share = 0;
  file.rules.p_percent = 100;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.ids = {0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10};
  file.layer.columns[2].values[0] = std::int64_t{5};
  file.data.outcome[3] = file.data.outcome[4] = 500;
  file.layer.columns[1].values[0] = 174.7;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"p_percent"});
  // All others have 33, which is 3.3 % of the largest.
  file.rules.p_percent = 3.4;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"p_percent"});
  file.rules.p_percent = 3.3;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
}

// As an outsider would count: the rules hold at the limit and are broken by one more.
TEST(Audit, KnowsTheLimitsOfContributions) {
  Published file;
  file.data.outcome = {40, 40, 5, 5, 5, 5, 30, 20, 20, 10, 10, 10};
  file.layer.columns[1].values = {16.67, 16.67};
  file.rules.max_share = 80;
  file.rules.p_percent = 50;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.data.outcome[0] = 41;
  file.layer.columns[1].values[0] = 16.83;
  EXPECT_EQ(broken_rules(file.audit()), (Broken{"max_share", "p_percent"}));
}

TEST(Audit, RefusesNegativeContributionsAndRulesWithoutACount) {
  Published file;
  file.rules.max_share = 90;
  file.data.outcome[3] = -1;
  EXPECT_TRUE(has_text(refusal_of([&] { file.audit(); }), "is negative"));
  file.rules.max_share = 0;
  file.rules.min_count = 0;
  EXPECT_TRUE(has_text(refusal_of([&] { file.audit(); }), "min_count"));
}

TEST(Audit, FindsAnAreaOfOnePlace) {
  Published file;
  for (std::size_t row = 0; row < 6; ++row) {
    file.data.features[0][row] = 1;
    file.data.features[1][row] = 1;
  }
  EXPECT_EQ(broken_rules(file.audit()), Broken{"one_place"});
}

// An area that is drawn twice holds its people all the same.
TEST(Audit, CountsAreasThatAreDrawnTwice) {
  Published file;
  file.rules.min_count = 7;
  file.layer.columns.resize(2);
  for (MultiPolygon& area : file.layer.geometry) area.push_back(area.front());
  EXPECT_EQ(broken_rules(file.audit()), Broken{"min_count"});
}

TEST(Audit, FindsRatesOfFewEventsWithoutAMark) {
  Published file;
  file.rules.unstable_events = 74;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.rules.unstable_events = 75;  // as many as the left area has
  EXPECT_EQ(broken_rules(file.audit()), Broken{"unstable"});
  file.rules.unstable_events = 80;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"unstable"});
  file.layer.columns.push_back({"unstable", AreaType::integer, {std::int64_t{1}, std::int64_t{0}}});
  EXPECT_EQ(broken_rules(file.audit()), Broken());
}

TEST(Audit, FindsABorderAtSomebodysCoordinate) {
  Published file;
  file.layer.geometry = {box(0.3, 0, 2, 4), box(2, 0, 4, 4)};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"border"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "border").text, "x = 0.3"));
  // A hole has borders too.
  file.layer.geometry = {box(0, 0, 2, 4), box(2, 0, 4, 4)};
  file.layer.geometry[0][0].holes = {{{0.3, 3}, {0.3, 3.5}, {0.4, 3.5}, {0.4, 3}, {0.3, 3}}};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"border"});
  // Many have this one.
  file.layer.geometry = {box(0, 0.5, 2, 4), box(2, 0.5, 4, 4)};
  for (double& y : file.data.features[1]) y = y < 1 ? 0.5 : y;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  EXPECT_EQ(finding_of(file.audit(), "border").measured, 6);
}

TEST(Audit, FindsOverlapsAndRowsOutside) {
  Published file;
  file.layer.geometry[1] = box(1.2, 0, 4, 4);
  EXPECT_EQ(broken_rules(file.audit()), Broken{"overlap"});
  file.layer.geometry[1] = box(2, 0, 3.4, 4);
  EXPECT_EQ(broken_rules(file.audit()), (Broken{"count", "value", "complement"}));
  EXPECT_EQ(finding_of(file.audit(), "complement").measured, 1);
}

TEST(Audit, FindsSmallGroupsBySubtractionFromOtherAreas) {
  Published file;
  const auto against = [&](std::vector<MultiPolygon> geometry) {
    AreaLayer other;
    other.geometry = std::move(geometry);
    file.others = {{"old.gpkg", other}};
    return broken_rules(file.audit());
  };
  EXPECT_EQ(against({box(0, 0, 2, 4), box(2, 0, 4, 4)}), Broken());
  EXPECT_EQ(against({box(0, 0, 4, 4)}), Broken());
  // The first five rows of the left area are published alone; the sixth follows.
  EXPECT_EQ(against({box(0, 0, 1.2, 4)}), Broken{"difference"});
  EXPECT_EQ(finding_of(file.audit(), "difference").measured, 1);
  EXPECT_EQ(finding_of(file.audit(), "difference").region, "1");
  // One row of the right area moved to the left one.
  EXPECT_EQ(against({box(0, 0, 2.6, 4), box(2.6, 0, 4, 4)}), Broken{"difference"});
  // An area over both, without one row.
  EXPECT_EQ(against({box(0, 0, 3.4, 4)}), Broken{"difference"});
}

TEST(Audit, RefusesToCompareOtherCoordinates) {
  Published file;
  file.layer.epsg = 4326;
  file.others = {{"old.gpkg", file.layer}};
  file.others[0].layer.epsg = 25832;
  EXPECT_TRUE(has_text(refusal_of([&] { file.audit(); }), "old.gpkg: has other coordinates (EPSG:25832)"));
}

// Borders that all pass all heights would be compared with every row.
TEST(Audit, RefusesBordersThatTakeHours) {
  Published file;
  Ring zigzag;
  for (int i = 0; i < 40'000; ++i) zigzag.push_back({i * 1e-4, i % 2 == 0 ? 0.0 : 4.0});
  zigzag.push_back(zigzag.front());
  file.layer.geometry[1] = {{zigzag, {}}};
  for (auto& feature : file.data.features) feature.resize(300'000, 1.5);
  file.data.outcome.resize(300'000, 10);
  const std::string refusal = refusal_of([&] { file.audit(); });
  EXPECT_TRUE(has_text(refusal, "borders side by side") && has_text(refusal, "simplify")) << refusal;
}

TEST(Audit, SaysThatTheRowsAreOthers) {
  Published file;
  for (std::size_t row = 0; row < 3; ++row) file.data.features[0][row] = 3.9;
  const Audit audit = file.audit();
  EXPECT_FALSE(audit.passed());
  ASSERT_EQ(audit.notes.size(), 1U);
  EXPECT_TRUE(has_text(audit.notes[0], "probably made from other rows"));
  for (double& x : file.data.features[0]) x += 100;
  EXPECT_TRUE(has_text(file.audit().notes.front(), "most rows are in no area"));
}

TEST(Audit, DoesNotPassAreasWithoutARow) {
  Published file;
  file.layer.columns.clear();
  for (double& x : file.data.features[0]) x += 100;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"rows"});
}

TEST(Audit, SaysWhatItCouldNotLookAt) {
  Published file;
  file.data.outcome.clear();
  file.rules.max_share = 10;
  file.layer.columns.resize(2);
  const Audit audit = file.audit();
  EXPECT_TRUE(audit.passed());
  ASSERT_EQ(audit.notes.size(), 3U);
  EXPECT_TRUE(has_text(audit.notes[0], "largest contributions were not looked at"));
  EXPECT_TRUE(has_text(audit.notes[1], "no column 'count'"));
  EXPECT_TRUE(has_text(audit.notes[2], "values were not compared"));
}

// Writes the areas to the bytes of a file and reads them again.
AreaLayer read_again(const AreaLayer& layer, std::uint64_t seed) {
  AreaLayer again;
  if (seed % 10 == 0) {
    again = read_geopackage_areas(write_geopackage(layer), "a.gpkg");
  } else if (seed % 2 == 0) {
    again = read_csv_areas(write_area_csv(layer), "a.csv");
  } else {
    again = read_geojson_areas(write_geojson(layer), "a.geojson");
  }
  settle_columns(again);
  check_layer(again, "a");
  return again;
}

// Says of a place whether the map of the model has a cell there.
std::function<bool(const MapPoint&)> land_of(const Model& model) {
  return [&grid = model.surfaces.front().grid](const MapPoint& place) {
    const auto bin = [](const Axis& axis, double value) {
      return static_cast<std::size_t>(std::ranges::upper_bound(axis.edges, value) - axis.edges.begin());
    };
    const Shape shape = grid.shape();
    return !grid.is_left_out(bin(grid.axes[0], place.x) * shape.stride(0) +
                             bin(grid.axes[1], place.y) * shape.stride(1));
  };
}

TEST(Audit, FindsNoViolationInTenThousandRandomReleases) {
  std::size_t released = 0;
  std::size_t with_water = 0;
  for (std::uint64_t seed = 1; released < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomMap map = random_map(seed);
    Release release;
    if (!refusal_of([&] { release = make_release(map.model, map.data.view(), map.ids, {map.rules, {}}); }).empty()) {
      continue;
    }
    ++released;
    const AreaLayer published = read_again(release.layer, seed);
    const Audit audit = audit_areas(published, map.data.view(), map.ids, map.rules);
    ASSERT_EQ(broken_rules(audit), Broken());
    ASSERT_EQ(audit.rows_outside, 0U);
    ASSERT_EQ(finding_of(audit, "min_count").measured, static_cast<double>(release.smallest_count));
    ASSERT_EQ(TilingCheck(published.geometry).find_problem(land_of(release.model)), "");
    with_water += map.model.surfaces.front().grid.left_out.empty() ? 0U : 1U;
  }
  EXPECT_GT(with_water, 1000U);
}

// A release by which a rule is tightened afterwards must be caught wherever the tighter rule does not happen to hold.
TEST(Audit, CatchesRandomReleasesByOtherRules) {
  std::size_t caught = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const RandomMap map = random_map(seed);
    Release release;
    if (!refusal_of([&] { release = make_release(map.model, map.data.view(), map.ids, {map.rules, {}}); }).empty()) {
      continue;
    }
    DisclosureRules stricter = map.rules;
    stricter.min_count = release.smallest_count + 1;
    const Broken broken = broken_rules(audit_areas(release.layer, map.data.view(), map.ids, stricter));
    ASSERT_FALSE(broken.empty()) << seed;
    ASSERT_EQ(broken.front(), "min_count") << seed;
    ++caught;
  }
  EXPECT_GT(caught, 250U);
}

}  // namespace
}  // namespace gaptv::testing
