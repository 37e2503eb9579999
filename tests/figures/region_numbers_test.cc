// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/region_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gaptv/figures/text_sizes.h"
#include "tests/figures/example_figures.h"
#include "tests/figures/svg_texts.h"

namespace gaptv::figures {
namespace {

using ::gaptv::testing::even_edges;
using ::gaptv::testing::figure_of;
using ::gaptv::testing::not_a_number;

constexpr Box page = {0, 0, 200, 200};

// A map whose cells have these regions, the values being the same numbers.
MapPanel map_of_regions(std::size_t x_cells, std::size_t y_cells, std::vector<std::size_t> regions) {
  MapPanel panel;
  panel.x_edges = even_edges(x_cells);
  panel.y_edges = even_edges(y_cells);
  for (const std::size_t region : regions) panel.values.push_back(static_cast<double>(region));
  panel.region_numbers = std::move(regions);
  return panel;
}

std::size_t region_at(const MapPanel& panel, double x, double y) {
  const std::size_t y_cells = panel.y_edges.size() - 1;
  const auto cell = [](double share, std::size_t cells) {
    return std::min(cells - 1, static_cast<std::size_t>(std::max(0.0, share * static_cast<double>(cells))));
  };
  const std::size_t i = cell((x - page.left) / page.width, panel.x_edges.size() - 1) * y_cells +
                        cell((page.bottom() - y) / page.height, y_cells);
  return panel.region_numbers[i];
}

TEST(RegionNumbers, StandInTheMiddleOfALargeRegion) {
  const std::vector<PlacedNumber> placed = place_region_numbers(map_of_regions(2, 1, {0, 1}), page, TextRuler());
  constexpr double pixel = 2;
  ASSERT_EQ(placed.size(), 2U);
  EXPECT_NEAR(placed[0].centre.x, 50, pixel);
  EXPECT_NEAR(placed[0].centre.y, 100, pixel);
  EXPECT_NEAR(placed[1].centre.x, 150, pixel);
  EXPECT_EQ(placed[0].size, number_size);
}

TEST(RegionNumbers, NeverLeaveTheirRegion) {
  Random random(11);
  const TextRuler ruler;
  std::size_t count = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const std::size_t cells = 2 + random.below(12);
    std::vector<std::size_t> regions;
    for (std::size_t i = 0; i < cells * cells; ++i) regions.push_back(random.below(120));
    const MapPanel panel = map_of_regions(cells, cells, regions);
    for (const PlacedNumber& placed : place_region_numbers(panel, page, ruler)) {
      const double half_width = ruler.width(std::to_string(placed.number), placed.size) / 2;
      const double half_height = cap_height * placed.size / 2;
      for (const double x : {placed.centre.x - half_width, placed.centre.x, placed.centre.x + half_width}) {
        for (const double y : {placed.centre.y - half_height, placed.centre.y + half_height}) {
          EXPECT_EQ(region_at(panel, x, y), placed.number);
        }
      }
      ++count;
    }
  }
  EXPECT_GT(count, 500U);
}

TEST(RegionNumbers, AreLeftOutWithoutRoomAndOnCellsWithoutData) {
  std::vector<std::size_t> regions(10000, 0);
  regions[5050] = 1;  // 2 x 2 points
  EXPECT_EQ(place_region_numbers(map_of_regions(100, 100, regions), page, TextRuler()).size(), 1U);
  MapPanel panel = map_of_regions(2, 1, {0, 1});
  panel.values[0] = not_a_number;
  const std::vector<PlacedNumber> placed = place_region_numbers(panel, page, TextRuler());
  ASSERT_EQ(placed.size(), 1U);
  EXPECT_EQ(placed[0].number, 1U);
}

TEST(RegionNumbers, AreDrawnOnceInEveryRegion) {
  const MapPanel numbered = map_of_regions(2, 2, {0, 1, 2, 3});
  MapPanel plain = numbered;
  plain.region_numbers.clear();
  const auto texts = [](const MapPanel& panel) {
    return ::gaptv::testing::svg_texts(render(figure_of({panel}), FigureFormat::svg)).size();
  };
  EXPECT_EQ(texts(numbered), texts(plain) + 4);
}

}  // namespace
}  // namespace gaptv::figures
