// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/grid/map_axes.h"
#include "gaptv/output/colour_limits.h"
#include "gaptv/output/empty_places.h"
#include "tests/output/small_model.h"

namespace gaptv::testing {
namespace {

Axis axis_between(std::string name, double lowest, double highest) {
  return {.name = std::move(name), .edges = {}, .lowest = lowest, .highest = highest};
}

TEST(MapAxes, GiveLongitudeAndLatitudeTheFormOfTheEarth) {
  constexpr double rounding = 1e-12;
  for (const char* const longitude : {"lon", "lng", "long", "Longitude", "LONGITUDE"}) {
    for (const char* const latitude : {"lat", "Latitude"}) {
      const MapAxes axes = find_map_axes({{axis_between(longitude, 10, 14), axis_between(latitude, 59, 61)}});
      EXPECT_EQ(axes.horizontal, 0U);
      EXPECT_EQ(axes.vertical, 1U);
      // At 60 degrees a degree of longitude is half as long as one of latitude.
      EXPECT_NEAR(axes.height_per_width, 1, rounding) << longitude << latitude;
    }
  }
}

TEST(MapAxes, PutLongitudeToTheRightWhicheverComesFirst) {
  const MapAxes axes = find_map_axes({{axis_between("lat", -1, 1), axis_between("lon", 0, 4)}});
  EXPECT_EQ(axes.horizontal, 1U);
  EXPECT_EQ(axes.vertical, 0U);
  EXPECT_NEAR(axes.height_per_width, 0.5, 1e-12);
}

TEST(MapAxes, PutEastToTheRightAndNorthUpwards) {
  for (const auto& [upwards, to_the_right] : {std::pair<const char*, const char*>{"y", "x"},
                                              {"Northing", "Easting"},
                                              {"north", "east"},
                                              {"lat", "x"},
                                              {"latitude", "longitude"}}) {
    // In metres, not in degrees.
    const MapAxes turned = find_map_axes({{axis_between(upwards, 0, 5e6), axis_between(to_the_right, 0, 4e5)}});
    EXPECT_EQ(turned.horizontal, 1U) << upwards;
    EXPECT_EQ(turned.vertical, 0U) << upwards;
    EXPECT_EQ(turned.height_per_width, 0) << upwards;
    EXPECT_FALSE(turned.is_geographic);
    EXPECT_EQ(find_map_axes({{axis_between(to_the_right, 0, 4e5), axis_between(upwards, 0, 5e6)}}).horizontal, 0U);
  }
  EXPECT_TRUE(find_map_axes({{axis_between("lat", 3, 4), axis_between("lon", 3, 4)}}).is_geographic);
}

TEST(MapAxes, LeaveOtherFeaturesAsTheyCome) {
  for (const auto& [first, second] :
       {std::pair<const char*, const char*>{"x1", "x2"}, {"lon", "x2"}, {"lon", "lon"}, {"colon", "flat"}}) {
    const MapAxes axes = find_map_axes({{axis_between(first, 0, 4), axis_between(second, 0, 1)}});
    EXPECT_EQ(axes.horizontal, 0U);
    EXPECT_EQ(axes.height_per_width, 0);
  }
  // These are no degrees.
  EXPECT_EQ(find_map_axes({{axis_between("lon", 0, 4e5), axis_between("lat", 0, 5e6)}}).height_per_width, 0);
  // A map as thin as a thread would show nothing.
  EXPECT_EQ(find_map_axes({{axis_between("lon", 0, 100), axis_between("lat", 0, 1)}}).height_per_width, 0);
  EXPECT_EQ(find_map_axes({{axis_between("lon", 3, 3), axis_between("lat", 0, 1)}}).height_per_width, 0);
  EXPECT_EQ(find_map_axes({{axis_between("lon", 3, 4)}}).height_per_width, 0);
}

// A grid of 20 x 20 cells with rows where "has_rows" says.
template <typename HasRows>
std::vector<std::uint8_t> empty_places_of(double rows_in_a_cell, HasRows has_rows) {
  std::vector<double> weights;
  for (std::size_t x = 0; x < 20; ++x) {
    for (std::size_t y = 0; y < 20; ++y) weights.push_back(has_rows(x, y) ? rows_in_a_cell : 0);
  }
  const Model model =
      small_model({axis_with("a", even_cuts(20)), axis_with("b", even_cuts(20))}, std::vector<double>(400, 1), weights);
  return find_empty_places(model.record, model.surfaces.front());
}

TEST(EmptyPlaces, AreAllCellsWithoutRowsWhereRowsAreMany) {
  const auto has_rows = [](std::size_t x, std::size_t y) { return x < 15 && (x + 3 * y) % 7 != 0; };
  const std::vector<std::uint8_t> is_empty = empty_places_of(20, has_rows);
  for (std::size_t cell = 0; cell < 400; ++cell) EXPECT_EQ(is_empty[cell] == 0, has_rows(cell / 20, cell % 20));
}

TEST(EmptyPlaces, AreNotCellsThatChanceLeftWithoutRows) {
  Random random(5);
  std::vector<bool> has_row;
  for (int i = 0; i < 400; ++i) has_row.push_back(random.uniform() < 0.5);
  // A quarter of the map has no rows; elsewhere half of the cells have one.
  const std::vector<std::uint8_t> is_empty =
      empty_places_of(1, [&](std::size_t x, std::size_t y) { return x >= 5 && has_row[x * 20 + y]; });
  std::size_t without_reason = 0;
  for (std::size_t cell = 0; cell < 400; ++cell) {
    if (cell / 20 < 5) {
      EXPECT_EQ(is_empty[cell], 1) << cell;
    }
    if (cell / 20 >= 7) without_reason += is_empty[cell];
  }
  EXPECT_EQ(without_reason, 0U);
}

TEST(EmptyPlaces, HoldNoRows) {
  Random random(6);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<bool> has_row;
    const double share = random.uniform();
    for (int i = 0; i < 400; ++i) has_row.push_back(random.uniform() < share);
    has_row[0] = true;
    const auto has_rows = [&](std::size_t x, std::size_t y) { return has_row[x * 20 + y]; };
    const std::vector<std::uint8_t> is_empty = empty_places_of(1 + trial % 9, has_rows);
    for (std::size_t cell = 0; cell < 400; ++cell) EXPECT_FALSE(is_empty[cell] != 0 && has_row[cell]);
  }
}

// One region for each value, with so many rows.
ColourLimits limits_of(const std::vector<double>& values, const std::vector<double>& rows) {
  return find_colour_limits(small_model({axis_with("a", even_cuts(values.size()))}, values, rows).surfaces.front());
}

TEST(ColourLimits, AreThoseOfTheValuesUnlessFewRowsLieFarOut) {
  const ColourLimits plain = limits_of({1, 2, 3, 5.5}, {10, 10, 10, 10});
  EXPECT_EQ(plain.low, 1);
  EXPECT_EQ(plain.high, 5.5);
  // Half of the colours for one value would be no loss yet.
  EXPECT_EQ(limits_of({100, 450, 700}, {500, 500, 1}).high, 700);
  EXPECT_EQ(limits_of({7, 7.5}, {1, 1000}).low, 7);
  const ColourLimits constant = limits_of({3}, {8});
  EXPECT_EQ(constant.low, 3);
  EXPECT_EQ(constant.high, 3);
}

TEST(ColourLimits, EndAtARoundNumberBeforeOutliers) {
  const ColourLimits high = limits_of({100, 453, 5000}, {500, 500, 1});
  EXPECT_EQ(high.low, 100);
  EXPECT_EQ(high.high, 460);
  const ColourLimits low = limits_of({-5000, -453, -100}, {1, 500, 500});
  EXPECT_EQ(low.low, -460);
  EXPECT_EQ(low.high, -100);
}

}  // namespace
}  // namespace gaptv::testing
