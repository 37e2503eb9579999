// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/map_panel.h"

#include <vector>

#include "gaptv/figures/map_image.h"
#include "gaptv/figures/region_borders.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {

Frame map_frame(const MapPanel& panel) {
  Frame frame;
  frame.title = drawable_text(panel.title);
  frame.x = {{panel.x_edges.front(), panel.x_edges.back()}, drawable_text(panel.x_label), {}, {}};
  frame.y = {{panel.y_edges.front(), panel.y_edges.back()}, drawable_text(panel.y_label), {}, {}};
  return frame;
}

void draw_map(Canvas& canvas, const MapPanel& panel, const Box& box, const MapColours& colours) {
  const std::size_t x_cells = panel.x_edges.size() - 1;
  const std::size_t y_cells = panel.y_edges.size() - 1;
  const double resolution = canvas.pixels_per_point();
  canvas.draw_image(box, map_image(panel, colours, count_pixels(x_cells, resolution * box.width),
                                   count_pixels(y_cells, resolution * box.height)));
  if (!panel.has_region_borders) return;
  const AxisScale x_scale = {panel.x_edges.front(), panel.x_edges.back()};
  const AxisScale y_scale = {panel.y_edges.front(), panel.y_edges.back()};
  const auto place = [&](std::size_t x_edge, std::size_t y_edge) {
    return Point{box.left + x_scale.share(panel.x_edges[x_edge]) * box.width,
                 box.bottom() - y_scale.share(panel.y_edges[y_edge]) * box.height};
  };
  std::vector<Segment> lines;
  for (const BorderLine& line : region_borders(panel.values, x_cells, y_cells)) {
    lines.push_back(line.is_vertical ? Segment{place(line.edge, line.from), place(line.edge, line.to)}
                                     : Segment{place(line.from, line.edge), place(line.to, line.edge)});
  }
  canvas.draw_segments(lines, {{0, 0, 0}, 0.25, {}});
}

}  // namespace gaptv::figures
