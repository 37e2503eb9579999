// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/colour_map.h"

#include <gtest/gtest.h>

#include <array>

namespace gaptv {
namespace {

std::array<double, 3> parts(const Colour& colour) {
  return {colour.red, colour.green, colour.blue};
}

double brightness(const Colour& colour) {
  return 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue;
}

TEST(ColourMap, HasItsEndsAtZeroAndOneAndBeyond) {
  EXPECT_EQ(parts(viridis(0)), (std::array<double, 3>{68, 1, 84}));
  EXPECT_EQ(parts(viridis(1)), (std::array<double, 3>{253, 231, 37}));
  EXPECT_EQ(parts(viridis(-3)), parts(viridis(0)));
  EXPECT_EQ(parts(viridis(7)), parts(viridis(1)));
  EXPECT_EQ(parts(blue_white_red(-3)), parts(blue_white_red(0)));
  EXPECT_EQ(parts(blue_white_red(7)), parts(blue_white_red(1)));
}

TEST(ColourMap, ViridisGrowsBrighterAllTheWay) {
  constexpr int steps = 1000;
  for (int i = 0; i < steps; ++i) {
    EXPECT_LT(brightness(viridis(static_cast<double>(i) / steps)), brightness(viridis((i + 1.0) / steps)));
  }
}

TEST(ColourMap, DivergingColoursAreWhiteInTheMiddleAndDarkenBothWays) {
  EXPECT_EQ(parts(blue_white_red(0.5)), (std::array<double, 3>{255, 255, 255}));
  constexpr int steps = 500;
  for (int i = 0; i < steps; ++i) {
    const double near = 0.5 * i / steps;
    const double far = 0.5 * (i + 1) / steps;
    EXPECT_GT(brightness(blue_white_red(0.5 - near)), brightness(blue_white_red(0.5 - far)));
    EXPECT_GT(brightness(blue_white_red(0.5 + near)), brightness(blue_white_red(0.5 + far)));
    EXPECT_GT(blue_white_red(0.5 - far).blue, blue_white_red(0.5 - far).red);
    EXPECT_GT(blue_white_red(0.5 + far).red, blue_white_red(0.5 + far).blue);
  }
}

}  // namespace
}  // namespace gaptv
