// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/map_panel.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/figures/map_image.h"
#include "gaptv/figures/region_borders.h"
#include "gaptv/figures/region_numbers.h"
#include "gaptv/figures/text_sizes.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {
namespace {

// Where the edges of the cells are on the page.
class MapPlaces {
 public:
  MapPlaces(const MapPanel& panel, const Box& box)
      : panel_(panel),
        box_(box),
        x_scale_{panel.x_edges.front(), panel.x_edges.back()},
        y_scale_{panel.y_edges.front(), panel.y_edges.back()} {}

  Point at(std::size_t x_edge, std::size_t y_edge) const {
    return {box_.left + x_scale_.share(panel_.x_edges[x_edge]) * box_.width,
            box_.bottom() - y_scale_.share(panel_.y_edges[y_edge]) * box_.height};
  }

 private:
  const MapPanel& panel_;
  const Box& box_;
  AxisScale x_scale_;
  AxisScale y_scale_;
};

// Hatches the cells without data, so that they are not taken for a value.
void hatch_empty_cells(Canvas& canvas, const MapPanel& panel, const MapPlaces& places) {
  constexpr double distance = 4;
  const std::size_t y_cells = panel.y_edges.size() - 1;
  std::vector<Box> boxes;
  for (std::size_t x = 0; x + 1 < panel.x_edges.size(); ++x) {
    const auto is_empty = [&](std::size_t y) {
      const std::size_t cell = x * y_cells + y;
      return y < y_cells && std::isnan(panel.values[cell]) && (panel.is_outside.empty() || !panel.is_outside[cell]);
    };
    for (std::size_t y = 0; y < y_cells; ++y) {
      if (!is_empty(y)) continue;
      const std::size_t from = y;
      while (is_empty(y)) ++y;
      const Point low = places.at(x, from);
      const Point high = places.at(x + 1, y);
      boxes.push_back({low.x, high.y, high.x - low.x, low.y - high.y});
    }
  }
  canvas.hatch_boxes(boxes, {{190, 190, 190}, 0.4, {}}, distance);
}

void draw_borders(Canvas& canvas, const MapPanel& panel, const MapPlaces& places) {
  std::vector<Segment> lines;
  for (const BorderLine& line : region_borders(panel.values, panel.x_edges.size() - 1, panel.y_edges.size() - 1)) {
    lines.push_back(line.is_vertical ? Segment{places.at(line.edge, line.from), places.at(line.edge, line.to)}
                                     : Segment{places.at(line.from, line.edge), places.at(line.to, line.edge)});
  }
  canvas.draw_segments(lines, {{0, 0, 0}, 0.25, {}});
}

void draw_outline(Canvas& canvas, const MapPanel& panel, const Box& box) {
  const AxisScale x_scale{panel.x_edges.front(), panel.x_edges.back()};
  const AxisScale y_scale{panel.y_edges.front(), panel.y_edges.back()};
  for (const auto& line : panel.outline) {
    std::vector<Point> points;
    points.reserve(line.size());
    for (const auto& [x, y] : line) {
      points.push_back({box.left + x_scale.share(x) * box.width, box.bottom() - y_scale.share(y) * box.height});
    }
    // Light below dark, to be seen on every colour.
    canvas.draw_line(points, {{255, 255, 255}, 1.2, {}});
    canvas.draw_line(points, {{60, 60, 60}, 0.5, {}});
  }
}

void draw_numbers(Canvas& canvas, const TextRuler& ruler, const MapPanel& panel, const Box& box) {
  for (const PlacedNumber& placed : place_region_numbers(panel, box, ruler)) {
    const TextStyle style = {.size = placed.size, .align = TextAlign::middle, .halo = 0.9};
    canvas.draw_text({placed.centre.x, placed.centre.y + cap_height * placed.size / 2}, std::to_string(placed.number),
                     style);
  }
}

}  // namespace

Frame map_frame(const MapPanel& panel) {
  Frame frame;
  frame.title = drawable_text(panel.title);
  frame.x = {{panel.x_edges.front(), panel.x_edges.back()}, drawable_text(panel.x_label), {}, {}};
  frame.y = {{panel.y_edges.front(), panel.y_edges.back()}, drawable_text(panel.y_label), {}, {}};
  return frame;
}

void draw_map(Canvas& canvas, const TextRuler& ruler, const MapPanel& panel, const Box& box,
              const MapColours& colours) {
  const std::size_t x_cells = panel.x_edges.size() - 1;
  const std::size_t y_cells = panel.y_edges.size() - 1;
  const double resolution = canvas.pixels_per_point();
  canvas.draw_image(box, map_image(panel, colours, count_pixels(x_cells, resolution * box.width),
                                   count_pixels(y_cells, resolution * box.height)));
  const MapPlaces places(panel, box);
  hatch_empty_cells(canvas, panel, places);
  if (panel.has_region_borders) draw_borders(canvas, panel, places);
  draw_outline(canvas, panel, box);
  draw_numbers(canvas, ruler, panel, box);
}

}  // namespace gaptv::figures
