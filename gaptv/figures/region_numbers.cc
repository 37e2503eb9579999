// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/region_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>

#include "gaptv/figures/map_image.h"
#include "gaptv/figures/text_sizes.h"

namespace gaptv::figures {
namespace {

constexpr std::size_t no_region = std::numeric_limits<std::size_t>::max();
constexpr double air = 1.2;  // around a number, in points
constexpr double smallest_number = 4.5;
// The text is so many pixels wide and high: pixels are as much wider than high as the text is.
constexpr std::size_t text_pixels = 6;
// More room than that is no better.
constexpr std::size_t ample_pixels = 12;

// The map as pixels that hold numbers of regions.
struct RegionImage {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::size_t> regions;  // rows from the bottom
};

RegionImage paint_regions(const MapPanel& panel, std::size_t width, std::size_t height) {
  const std::size_t y_cells = panel.y_edges.size() - 1;
  const std::vector<std::size_t> x_cell = cells_of_pixels(panel.x_edges, width);
  const std::vector<std::size_t> y_cell = cells_of_pixels(panel.y_edges, height);
  RegionImage image = {width, height, {}};
  image.regions.reserve(width * height);
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      const std::size_t cell = x_cell[column] * y_cells + y_cell[row];
      image.regions.push_back(std::isnan(panel.values[cell]) ? no_region : panel.region_numbers[cell]);
    }
  }
  return image;
}

// By pixel, the side of the largest square of one region whose upper right pixel it is, as far as it matters.
std::vector<std::uint8_t> measure_squares(const RegionImage& image) {
  std::vector<std::uint8_t> side(image.regions.size(), 1);
  for (std::size_t row = 1; row < image.height; ++row) {
    for (std::size_t column = 1; column < image.width; ++column) {
      const std::size_t at = row * image.width + column;
      const std::size_t region = image.regions[at];
      const bool is_inside = image.regions[at - 1] == region && image.regions[at - image.width] == region &&
                             image.regions[at - image.width - 1] == region;
      if (!is_inside) continue;
      const std::uint8_t least = std::min({side[at - 1], side[at - image.width], side[at - image.width - 1]});
      side[at] = static_cast<std::uint8_t>(std::min<std::size_t>(ample_pixels, least + 1U));
    }
  }
  return side;
}

// The roomiest squares of a region: how large they are, and the sum of the places of their centres, in pixels.
struct Room {
  std::size_t side = 0;
  double count = 0;
  double x = 0;
  double y = 0;
  Point best = {};
  double distance = std::numeric_limits<double>::infinity();
};

Point centre_of(const RegionImage& image, std::size_t at, std::size_t side) {
  const double half = static_cast<double>(side) / 2;
  const std::size_t column = at % image.width;
  const std::size_t row = at / image.width;
  return {static_cast<double>(column + 1) - half, static_cast<double>(row + 1) - half};
}

std::map<std::size_t, Room> find_rooms(const RegionImage& image) {
  const std::vector<std::uint8_t> side = measure_squares(image);
  std::map<std::size_t, Room> rooms;
  for (std::size_t at = 0; at < side.size(); ++at) {
    if (image.regions[at] == no_region) continue;
    Room& room = rooms[image.regions[at]];
    if (side[at] > room.side) room = {.side = side[at]};
    if (side[at] < room.side) continue;
    const Point centre = centre_of(image, at, room.side);
    room.count += 1;
    room.x += centre.x;
    room.y += centre.y;
  }
  for (std::size_t at = 0; at < side.size(); ++at) {
    if (image.regions[at] == no_region) continue;
    Room& room = rooms[image.regions[at]];
    if (side[at] < room.side) continue;
    const Point centre = centre_of(image, at, room.side);
    const double distance = std::hypot(centre.x - room.x / room.count, centre.y - room.y / room.count);
    if (distance < room.distance) {
      room.best = centre;
      room.distance = distance;
    }
  }
  return rooms;
}

}  // namespace

std::vector<PlacedNumber> place_region_numbers(const MapPanel& panel, const Box& box, const TextRuler& ruler) {
  if (panel.region_numbers.empty()) return {};
  const std::size_t most_digits = std::to_string(std::ranges::max(panel.region_numbers)).size();
  std::vector<PlacedNumber> placed;
  for (std::size_t digits = 1; digits <= most_digits; ++digits) {
    const double text_width = ruler.width(std::string(digits, '0'), number_size) + 2 * air;
    const double text_height = cap_height * number_size + 2 * air;
    const auto pixels = [](double length, double of_text) {
      return static_cast<std::size_t>(std::ceil(length / of_text * text_pixels));
    };
    const RegionImage image = paint_regions(panel, pixels(box.width, text_width), pixels(box.height, text_height));
    for (const auto& [number, room] : find_rooms(image)) {
      const double size = std::min(1.0, static_cast<double>(room.side) / text_pixels) * number_size;
      if (std::to_string(number).size() != digits || size < smallest_number) continue;
      placed.push_back({number,
                        {box.left + room.best.x / static_cast<double>(image.width) * box.width,
                         box.bottom() - room.best.y / static_cast<double>(image.height) * box.height},
                        size});
    }
  }
  std::ranges::sort(placed, {}, &PlacedNumber::number);
  return placed;
}

}  // namespace gaptv::figures
