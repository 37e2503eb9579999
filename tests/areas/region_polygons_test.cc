// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/region_polygons.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/areas/polygon_checks.h"
#include "tests/areas/processor_seconds.h"

namespace gaptv::testing {
namespace {

// How many holes each part of each area has.
std::vector<std::vector<std::size_t>> holes_of(const std::vector<std::string>& lines) {
  const NumberedCells cells = cells_of(lines);
  expect_exact_polygons(cells);
  std::vector<std::vector<std::size_t>> holes;
  for (const MultiPolygon& area : region_polygons(cells)) {
    holes.emplace_back();
    for (const Polygon& polygon : area) holes.back().push_back(polygon.holes.size());
  }
  return holes;
}

using Holes = std::vector<std::vector<std::size_t>>;

TEST(RegionPolygons, OfOneCellIsItsBoxCounterClockwise) {
  const std::vector<MultiPolygon> areas = region_polygons({{-1.5, 2}, {3, 3.25}, {0}, 1});
  ASSERT_EQ(areas.size(), 1U);
  ASSERT_EQ(areas[0].size(), 1U);
  EXPECT_TRUE(areas[0][0].holes.empty());
  EXPECT_EQ(areas[0][0].outer, (Ring{{2, 3}, {2, 3.25}, {-1.5, 3.25}, {-1.5, 3}, {2, 3}}));
}

TEST(RegionPolygons, HavePointsOnlyWhereTheyTurnOrThreeAreasMeet) {
  const std::vector<MultiPolygon> two = region_polygons(cells_of({"aab", "abb", "abb"}));
  EXPECT_EQ(two[0][0].outer.size(), 7U);
  EXPECT_EQ(two[1][0].outer.size(), 7U);
  const std::vector<MultiPolygon> three = region_polygons(cells_of({"ab", "ab", "ac"}));
  EXPECT_EQ(three[0][0].outer, (Ring{{1, 0}, {1, 1}, {1, 3}, {0, 3}, {0, 0}, {1, 0}}));
}

TEST(RegionPolygons, OfCellsThatTouchInACornerAreSeveralParts) {
  EXPECT_EQ(holes_of({"ab", "ba"}), (Holes{{0, 0}, {0, 0}}));
  EXPECT_EQ(holes_of({"a.", ".a"}), (Holes{{0, 0}}));
  EXPECT_EQ(holes_of({"aba", "bab", "aba"}), (Holes{{0, 0, 0, 0, 0}, {0, 0, 0, 0}}));
}

TEST(RegionPolygons, HaveAHoleThatTouchesTheOutsideInACorner) {
  // A walk round the cells of a that kept left would come twice to the corner beside b.
  EXPECT_EQ(holes_of({"aab", "aba", "aaa"}), (Holes{{1}, {0, 0}}));
  EXPECT_EQ(holes_of({"baa", "aba", "aaa"}), (Holes{{1}, {0, 0}}));
  EXPECT_EQ(holes_of({"aa.", "a.a", "aaa"}), (Holes{{1}}));
}

TEST(RegionPolygons, HaveHolesThatTouchEachOtherInACorner) {
  EXPECT_EQ(holes_of({"aaaa", "aaba", "abaa", "aaaa"}), (Holes{{2}, {0, 0}}));
  EXPECT_EQ(holes_of({"aaaa", "abaa", "aaca", "aaaa"}), (Holes{{2}, {0}, {0}}));
  EXPECT_EQ(holes_of({"aaaaa", "ababa", "aabaa", "ababa", "aaaaa"}), (Holes{{5}, {0, 0, 0, 0, 0}}));
}

TEST(RegionPolygons, HaveHolesWithinHoles) {
  EXPECT_EQ(holes_of({"aaaaaaa", "abbbbba", "abaaaba", "ababaab", "abaaaba", "abbbbba", "aaaaaaa"}).size(), 2U);
  EXPECT_EQ(holes_of({"aaaaa", "abbba", "ababa", "abbba", "aaaaa"}), (Holes{{1, 0}, {1}}));
  EXPECT_EQ(holes_of({"aaaaa", "a...a", "a.b.a", "a...a", "aaaaa"}), (Holes{{1}, {0}}));
}

TEST(RegionPolygons, OfAnAreaWithoutCellsAreNone) {
  const std::vector<MultiPolygon> areas = region_polygons({{0, 1, 2}, {0, 1}, {2, no_area}, 4});
  ASSERT_EQ(areas.size(), 4U);
  EXPECT_TRUE(areas[0].empty() && areas[1].empty() && areas[3].empty());
  EXPECT_EQ(areas[2].size(), 1U);
}

TEST(RegionPolygons, CoverRandomAreasExactly) {
  Random random(19);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t x_cells = 1 + random.below(7);
    const std::size_t y_cells = 1 + random.below(7);
    NumberedCells cells;
    cells.areas = 1 + random.below(4);
    for (std::size_t x = 0; x <= x_cells; ++x) cells.x_borders.push_back(static_cast<double>(x));
    for (std::size_t y = 0; y <= y_cells; ++y) cells.y_borders.push_back(static_cast<double>(y));
    const bool has_outside = random.below(2) == 0;
    for (std::size_t cell = 0; cell < x_cells * y_cells; ++cell) {
      cells.area_of_cell.push_back(has_outside && random.below(4) == 0 ? no_area : random.below(cells.areas));
    }
    expect_exact_polygons(cells);
    if (HasFailure()) FAIL() << "trial " << trial;
  }
}

// The check that random releases are held against sees each thing that it is there for.
TEST(TilingCheck, FindsWhatIsWrong) {
  const auto everywhere = [](const MapPoint&) { return true; };
  const auto problem_of = [&](const std::vector<MultiPolygon>& areas) {
    return TilingCheck(areas).find_problem(everywhere);
  };
  const auto square = [](double x, double y, double to_x, double to_y) {
    return Ring{{to_x, y}, {to_x, to_y}, {x, to_y}, {x, y}, {to_x, y}};
  };
  const auto hole = [&](double x, double y, double to_x, double to_y) {
    Ring ring = square(x, y, to_x, to_y);
    return Ring(ring.rbegin(), ring.rend());
  };
  const std::vector<MultiPolygon> good = region_polygons(cells_of({"aaaa", "aaba", "acaa", "aaad"}));
  EXPECT_EQ(problem_of(good), "");
  std::vector<MultiPolygon> areas = good;
  areas[1].clear();
  EXPECT_EQ(problem_of(areas), "an area without parts (area 1)");
  areas = good;
  areas.pop_back();
  EXPECT_EQ(problem_of(areas), "a gap");
  areas = good;
  areas.push_back(areas.back());
  EXPECT_EQ(problem_of(areas), "a place in two areas");
  EXPECT_EQ(TilingCheck(good).find_problem([](const MapPoint& place) { return place.x < 3; }), "an area in the water");
  areas = good;
  areas[1][0].outer.pop_back();
  EXPECT_EQ(problem_of(areas), "a ring that is too short or open (area 1)");
  areas = {{{hole(0, 0, 1, 1), {}}}};
  EXPECT_EQ(problem_of(areas), "a ring in the wrong direction (area 0)");
  areas = {{{{{1, 0}, {1, 1}, {0, 1}, {0, 0.5}, {1, 0}}, {}}}};
  EXPECT_EQ(problem_of(areas), "a border across the axes or without length (area 0)");
  areas = {{{square(0, 0, 1, 2), {}}}, {{square(1, 0, 2, 1), {}}}, {{square(1, 1, 2, 2), {}}}};
  EXPECT_EQ(problem_of(areas), "a point on a border that does not have it (area 0)");
  areas = {{{{{1, 0}, {1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}, {0, 1}, {0, 0}, {1, 0}}, {}}}};
  EXPECT_EQ(problem_of(areas), "a ring that touches itself (area 0)");
  areas = {{{square(0, 0, 1, 1), {}}, {square(1, 0, 2, 1), {}}}};
  EXPECT_EQ(problem_of(areas), "borders of an area along each other (area 0)");
  areas = {{{square(0, 0, 1, 1), {hole(1, 1, 2, 2)}}}};
  EXPECT_EQ(problem_of(areas), "a hole that is not in its polygon (area 0)");
  areas = {{{square(0, 0, 3, 3), {hole(1, 0, 2, 3)}}}};
  EXPECT_NE(problem_of(areas), "");
  // Holes that touch in corners cut the middle off from the rest.
  areas = {{{square(0, 0, 5, 5), {hole(2, 1, 3, 2), hole(1, 2, 2, 3), hole(3, 2, 4, 3), hole(2, 3, 3, 4)}}}};
  EXPECT_EQ(problem_of(areas), "a part in pieces (area 0)");
}

// A hundred times as many cells take a hundred times as long; a square of the cells would take minutes.
TEST(RegionPolygons, TakeTimeInProportionToTheCells) {
  Random random(5);
  constexpr std::size_t side = 1000;
  NumberedCells cells;
  cells.areas = 5000;
  for (std::size_t i = 0; i <= side; ++i) {
    cells.x_borders.push_back(static_cast<double>(i));
    cells.y_borders.push_back(static_cast<double>(i));
  }
  for (std::size_t cell = 0; cell < side * side; ++cell) cells.area_of_cell.push_back(random.below(cells.areas));
  std::vector<MultiPolygon> areas;
  const double seconds = processor_seconds([&] { areas = region_polygons(cells); });
  double sum = 0;
  for (const MultiPolygon& area : areas) sum += area_of(area);
  EXPECT_EQ(sum, static_cast<double>(side * side));
  constexpr double patience = 20;  // for a sanitizer; it takes half a second without
  EXPECT_LT(seconds, patience);
}

}  // namespace
}  // namespace gaptv::testing
