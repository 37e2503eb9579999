// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/series_style.h"

#include <array>
#include <utility>
#include <variant>

namespace gaptv::figures {
namespace {

// Okabe and Ito's colours, which the colour-blind tell apart; those that stand out on white come first, and vermilion
// late, because marks are red.
constexpr std::array<Colour, 8> series_colours = {{{0, 114, 178},
                                                   {230, 159, 0},
                                                   {0, 158, 115},
                                                   {204, 121, 167},
                                                   {0, 0, 0},
                                                   {86, 180, 233},
                                                   {213, 94, 0},
                                                   {160, 150, 20}}};

// Corners of markers about the origin, with a half width of about 1; no corners = a disc.
std::vector<Point> marker_corners(std::size_t marker) {
  switch (marker) {
    case 0:
      return {};
    case 1:
      return {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}};
    case 2:
      return {{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}};
    case 3:
      return {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}};
    case 4:
      return {{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}};
    case 5:  // a plus
      return {{-0.4, -1.2}, {0.4, -1.2}, {0.4, -0.4}, {1.2, -0.4}, {1.2, 0.4},   {0.4, 0.4},
              {0.4, 1.2},   {-0.4, 1.2}, {-0.4, 0.4}, {-1.2, 0.4}, {-1.2, -0.4}, {-0.4, -0.4}};
    case 6:
      return {{-1.2, 0}, {0.8, -1.1}, {0.8, 1.1}};
    default:
      return {{1.2, 0}, {-0.8, -1.1}, {-0.8, 1.1}};
  }
}

constexpr std::size_t marker_count = 8;

}  // namespace

SeriesStyle series_style(std::size_t number) {
  static const std::array<std::vector<double>, 5> dashes = {{{}, {4, 1.5}, {1.2, 1.2}, {5, 1.5, 1.2, 1.5}, {7, 2}}};
  // From the ninth series on the colours come again, with other markers.
  const std::size_t round = number / series_colours.size();
  return {{series_colours[number % series_colours.size()], 1, dashes[number % dashes.size()]},
          (number + round) % marker_count};
}

Pen mark_pen() {
  return {{200, 0, 0}, 0.8, {3, 2}};
}

void draw_marker(Canvas& canvas, const Point& centre, const SeriesStyle& style, double scale) {
  const double half_width = 1.8 * scale;
  std::vector<Point> corners = marker_corners(style.marker);
  for (Point& corner : corners) corner = {centre.x + half_width * corner.x, centre.y + half_width * corner.y};
  if (corners.empty()) {
    canvas.fill_disc(centre, half_width, style.pen.colour);
  } else {
    canvas.fill_polygon(corners, style.pen.colour);
  }
}

SeriesNumbers number_series(const Figure& figure) {
  SeriesNumbers numbers;
  for (const FigurePanel& panel : figure.panels) {
    const auto* const curves = std::get_if<CurvePanel>(&panel);
    if (curves == nullptr) continue;
    for (const Series& series : curves->series) numbers.try_emplace(series.name, numbers.size());
  }
  return numbers;
}

}  // namespace gaptv::figures
