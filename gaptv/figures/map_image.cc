// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/map_image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gaptv::figures {
namespace {

std::uint32_t pixel_of(const Colour& colour) {
  const auto part = [](double value) { return static_cast<std::uint32_t>(std::lround(value)); };
  return part(colour.red) << 16U | part(colour.green) << 8U | part(colour.blue);
}

}  // namespace

std::vector<std::size_t> cells_of_pixels(const std::vector<double>& edges, std::size_t pixels) {
  std::vector<std::size_t> cells(pixels);
  std::size_t cell = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(pixels);
    const double centre = edges.front() + share * (edges.back() - edges.front());
    while (cell + 2 < edges.size() && centre >= edges[cell + 1]) ++cell;
    cells[i] = cell;
  }
  return cells;
}

std::size_t count_pixels(std::size_t cells, double wanted) {
  constexpr double most_wanted = 4096;
  constexpr std::size_t most = 8192;
  const auto least = static_cast<std::size_t>(std::clamp(std::ceil(wanted), 1.0, most_wanted));
  return std::min(most, (least + cells - 1) / cells * cells);
}

PixelImage map_image(const MapPanel& panel, const MapColours& colours, std::size_t width, std::size_t height) {
  const std::size_t y_cells = panel.y_edges.size() - 1;
  std::vector<std::uint32_t> cell_pixels(panel.values.size());
  std::ranges::transform(panel.values, cell_pixels.begin(),
                         [&](double value) { return pixel_of(colours.colour(value)); });
  const std::vector<std::size_t> x_cell = cells_of_pixels(panel.x_edges, width);
  const std::vector<std::size_t> y_cell = cells_of_pixels(panel.y_edges, height);
  PixelImage image = {width, height, {}};
  image.pixels.reserve(width * height);
  for (std::size_t row = height; row-- > 0;) {
    for (const std::size_t cell : x_cell) image.pixels.push_back(cell_pixels[cell * y_cells + y_cell[row]]);
  }
  return image;
}

}  // namespace gaptv::figures
