// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "gaptv/base/random.h"
#include "gaptv/figures/figure.h"

namespace gaptv::testing {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::array<FigureFormat, 3> all_formats = {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png};

inline CurvePanel example_curves() {
  CurvePanel panel = {.title = "errors", .x_label = "observations", .y_label = "RMSE", .has_log_x = true};
  panel.series = {{.name = "GapTV", .x = {50, 100, 200}, .y = {2, 1.5, 1}, .error = {0.2, 0.1, 0.05}},
                  {.name = "CART", .x = {50, 100, 200}, .y = {2.5, 2, 1.8}}};
  return panel;
}

// Cells 0, 1, 2, ... from one to the next.
inline std::vector<double> even_edges(std::size_t cells) {
  std::vector<double> edges;
  for (std::size_t i = 0; i <= cells; ++i) edges.push_back(static_cast<double>(i));
  return edges;
}

// Values from 0 to levels - 1 at random; a tenth of the cells has no data.
inline MapPanel random_map(std::size_t x_cells, std::size_t y_cells, std::size_t levels, Random& random) {
  MapPanel panel = {.title = "map", .x_label = "x1", .y_label = "x2"};
  panel.x_edges = even_edges(x_cells);
  panel.y_edges = even_edges(y_cells);
  for (std::size_t i = 0; i < x_cells * y_cells; ++i) {
    panel.values.push_back(random.uniform() < 0.1 ? not_a_number : static_cast<double>(random.below(levels)));
  }
  return panel;
}

inline Figure figure_of(std::vector<FigurePanel> panels, std::size_t columns = 1, double width_mm = 84) {
  return {.width_mm = width_mm, .columns = columns, .panels = std::move(panels)};
}

}  // namespace gaptv::testing
