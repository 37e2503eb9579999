// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/map_image.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gaptv/figures/region_borders.h"
#include "tests/figures/example_figures.h"

namespace gaptv::figures {
namespace {

using ::gaptv::testing::even_edges;
using ::gaptv::testing::figure_of;
using ::gaptv::testing::not_a_number;
using ::gaptv::testing::random_map;

std::uint32_t expected_pixel(const MapColours& colours, double value) {
  const Colour colour = colours.colour(value);
  const auto part = [](double x) { return static_cast<std::uint32_t>(std::lround(x)); };
  return part(colour.red) << 16U | part(colour.green) << 8U | part(colour.blue);
}

TEST(MapImage, HasTheColourOfEachCellAtItsPlace) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    MapPanel panel = random_map(1 + random.below(9), 1 + random.below(9), 6, random);
    panel.values[0] = 1;  // in case all are missing
    // Cells of uneven width, none narrower than a few pixels.
    for (double& edge : panel.x_edges) edge = edge * edge + 3 * edge;
    const MapColours colours = map_colours(figure_of({panel}));
    const std::size_t width = 400;
    const std::size_t height = 300;
    const PixelImage image = map_image(panel, colours, width, height);
    ASSERT_EQ(image.pixels.size(), width * height);
    const auto middle = [](const std::vector<double>& edges, std::size_t cell, double pixels) {
      const double share = ((edges[cell] + edges[cell + 1]) / 2 - edges.front()) / (edges.back() - edges.front());
      return static_cast<std::size_t>(share * pixels);
    };
    for (std::size_t x = 0; x + 1 < panel.x_edges.size(); ++x) {
      for (std::size_t y = 0; y + 1 < panel.y_edges.size(); ++y) {
        const std::size_t column = middle(panel.x_edges, x, width);
        const std::size_t row = height - 1 - middle(panel.y_edges, y, height);
        const double value = panel.values[x * (panel.y_edges.size() - 1) + y];
        EXPECT_EQ(image.pixels[row * width + column], expected_pixel(colours, value));
      }
    }
  }
}

TEST(MapImage, GivesEvenCellsEqualNumbersOfPixels) {
  EXPECT_EQ(count_pixels(100, 250), 300U);
  EXPECT_EQ(count_pixels(100, 300), 300U);
  EXPECT_EQ(count_pixels(1, 0.5), 1U);
  EXPECT_EQ(count_pixels(10'000'000, 500), 8192U);
  EXPECT_EQ(count_pixels(3, 1e9), 4098U);
}

TEST(MapColours, AreSharedByAllMapsAndWhiteWithoutData) {
  const MapPanel low = {.x_edges = {0, 1}, .y_edges = {0, 1}, .values = {-1}};
  const MapPanel high = {.x_edges = {0, 1}, .y_edges = {0, 1, 2}, .values = {3, not_a_number}};
  const MapColours colours = map_colours(figure_of({low, high}));
  EXPECT_EQ(colours.limits.low, -1);
  EXPECT_EQ(colours.limits.high, 3);
  EXPECT_FALSE(colours.is_cut_low || colours.is_cut_high);
  const Colour missing = colours.colour(not_a_number);
  EXPECT_TRUE(missing.red == 255 && missing.green == 255 && missing.blue == 255);
}

TEST(MapColours, OfADivergingScaleAreEquallyStrongOnBothSides) {
  Figure figure = figure_of({MapPanel{.x_edges = {0, 1, 2}, .y_edges = {0, 1}, .values = {2, 9}}});
  figure.colours = {.palette = ColourScale::Palette::diverging, .midpoint = 3};
  const MapColours colours = map_colours(figure);
  EXPECT_EQ(colours.colour(3).blue, 255);
  EXPECT_EQ(colours.colour(9).red, blue_white_red(1).red);
  EXPECT_EQ(colours.colour(2).red, blue_white_red(0.5 - 1.0 / 12).red);
}

TEST(MapColours, SayWhichValuesAreBeyondTheLimits) {
  Figure figure = figure_of({MapPanel{.x_edges = {0, 1, 2}, .y_edges = {0, 1}, .values = {2, 9}}});
  figure.colours.high = 5;
  const MapColours colours = map_colours(figure);
  EXPECT_FALSE(colours.is_cut_low);
  EXPECT_TRUE(colours.is_cut_high);
  EXPECT_EQ(colours.colour(9).red, colours.colour(5).red);
}

TEST(RegionBorders, SeparateExactlyTheCellsThatDiffer) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t x_cells = 1 + random.below(8);
    const std::size_t y_cells = 1 + random.below(8);
    const MapPanel panel = random_map(x_cells, y_cells, 2, random);
    const std::vector<BorderLine> lines = region_borders(panel.values, x_cells, y_cells);
    const auto is_drawn = [&](bool is_vertical, std::size_t edge, std::size_t place) {
      std::size_t count = 0;
      for (const BorderLine& line : lines) {
        count += line.is_vertical == is_vertical && line.edge == edge && line.from <= place && place < line.to ? 1 : 0;
      }
      EXPECT_LE(count, 1U);
      return count == 1;
    };
    const auto differ = [&](std::size_t a, std::size_t b) {
      const double first = panel.values[a];
      const double second = panel.values[b];
      return std::isnan(first) != std::isnan(second) || (!std::isnan(first) && first != second);
    };
    for (std::size_t x = 0; x < x_cells; ++x) {
      for (std::size_t y = 0; y < y_cells; ++y) {
        const std::size_t cell = x * y_cells + y;
        EXPECT_EQ(is_drawn(true, x, y), x > 0 && differ(cell, cell - y_cells));
        EXPECT_EQ(is_drawn(false, y, x), y > 0 && differ(cell, cell - 1));
      }
    }
  }
}

TEST(RegionBorders, AreTheLongestPossibleLines) {
  EXPECT_TRUE(region_borders({1, 1, 1, 1}, 2, 2).empty());
  EXPECT_EQ(region_borders({1, 1, 1, 2, 2, 2}, 2, 3), (std::vector<BorderLine>{{true, 1, 0, 3}}));
  EXPECT_EQ(region_borders({1, 2, 1, 2}, 2, 2), (std::vector<BorderLine>{{false, 1, 0, 2}}));
}

}  // namespace
}  // namespace gaptv::figures
