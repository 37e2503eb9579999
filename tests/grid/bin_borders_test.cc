// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/bin_borders.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/output/small_model.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

TEST(BinBorders, EndAtTheOutermostRows) {
  EXPECT_EQ(bin_borders(axis_with("x", {})), (Numbers{0, 10}));
  EXPECT_EQ(bin_borders(axis_with("x", {2, 7})), (Numbers{0, 2, 7, 10}));
}

TEST(BinBorders, GiveABinOfOneExtremeValueTheWidthOfItsNeighbour) {
  EXPECT_EQ(bin_borders(axis_with("x", {8, 10})), (Numbers{0, 8, 10, 12}));
  EXPECT_EQ(bin_borders(axis_with("x", {0, 3})), (Numbers{-3, 0, 3, 10}));
  // A neighbour much wider than the others does not squeeze them.
  EXPECT_EQ(bin_borders(axis_with("x", {1, 2, 3, 10})), (Numbers{0, 1, 2, 3, 10, 12.5}));
}

TEST(BinBorders, GoHalfAUnitToEitherSideOfAConstant) {
  EXPECT_EQ(bin_borders({.name = "latitude", .edges = {}, .lowest = 80, .highest = 80}), (Numbers{79.5, 80.5}));
}

TEST(BinBorders, AscendWhateverTheAxis) {
  constexpr double largest = 1e16;
  std::vector<Axis> axes = {axis_with("x", {10}), axis_with("x", {0}), axis_with("x", {-5, 20})};
  axes.push_back({.name = "constant", .edges = {}, .lowest = 0, .highest = 0});
  axes.push_back({.name = "constant", .edges = {}, .lowest = -4, .highest = -4});
  axes.push_back({.name = "tiny", .edges = {}, .lowest = 5e-324, .highest = 5e-324});
  axes.push_back({.name = "huge", .edges = {}, .lowest = 1e300, .highest = 1e300});
  axes.push_back({.name = "constant", .edges = {3}, .lowest = 3, .highest = 3});
  axes.push_back({.name = "large", .edges = {largest + 2, largest + 4}, .lowest = largest, .highest = largest + 4});
  for (const Axis& axis : axes) {
    const Numbers borders = bin_borders(axis);
    ASSERT_EQ(borders.size(), axis.bins() + 1);
    for (std::size_t i = 1; i < borders.size(); ++i) EXPECT_GT(borders[i], borders[i - 1]) << axis.name;
  }
}

}  // namespace
}  // namespace gaptv::testing
