// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/colour_bar.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gaptv/figures/map_image.h"
#include "gaptv/figures/text_sizes.h"
#include "gaptv/figures/tick_labels.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {
namespace {

constexpr double bar_width = 7;
constexpr double space_before_bar = 6;
constexpr double point_height = 6;

// A map of one column whose values run through the limits.
MapPanel bar_as_map(const AxisScale& limits) {
  constexpr std::size_t cells = 256;
  MapPanel map;
  map.x_edges = {0, 1};
  for (std::size_t i = 0; i <= cells; ++i) map.y_edges.push_back(static_cast<double>(i));
  for (std::size_t i = 0; i < cells; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / cells;
    map.values.push_back(limits.low + share * (limits.high - limits.low));
  }
  return map;
}

// Puts a number with a sign at an end that is cut, in place of those that would touch it.
void mark_end(FrameAxis& axis, double at, const std::string& sign, double height) {
  const double least_share = 1.6 * number_size / height;
  const double share = axis.scale.share(at);
  std::erase_if(axis.ticks,
                [&](const Tick& tick) { return std::abs(axis.scale.share(tick.at) - share) < least_share; });
  const std::string number = tick_labels({axis.is_percent ? 100 * at : at}).front();
  axis.ticks.push_back({at, sign + " " + number + (axis.is_percent ? " %" : "")});
  std::ranges::sort(axis.ticks, {}, &Tick::at);
}

}  // namespace

ColourBar colour_bar(const Figure& figure, double height) {
  ColourBar bar;
  bar.colours = map_colours(figure);
  bar.axis = {bar.colours.limits, drawable_text(figure.colours.label), {}, {}};
  bar.axis.is_percent = figure.colours.is_percent;
  choose_upright_ticks(bar.axis, height);
  if (bar.colours.is_cut_low) mark_end(bar.axis, bar.colours.limits.low, "\u2264", height);
  if (bar.colours.is_cut_high) mark_end(bar.axis, bar.colours.limits.high, "\u2265", height);
  return bar;
}

double colour_bar_width(const ColourBar& bar, const TextRuler& ruler) {
  return space_before_bar + bar_width + upright_axis_width(bar.axis, ruler);
}

void draw_colour_bar(Canvas& canvas, const TextRuler& ruler, const ColourBar& bar, const Box& box) {
  const MapColours& colours = bar.colours;
  const double above = colours.is_cut_high ? point_height : 0;
  const double below = colours.is_cut_low ? point_height : 0;
  const Box body = {box.left + space_before_bar, box.top + above, bar_width, box.height - above - below};
  const MapPanel map = bar_as_map(colours.limits);
  canvas.draw_image(body, map_image(map, colours, 1, map.values.size()));
  const double middle = body.left + bar_width / 2;
  std::vector<Point> outline = {{body.left, body.top}};
  if (colours.is_cut_high) {
    const Point tip = {middle, box.top};
    canvas.fill_polygon({{body.left, body.top}, tip, {body.right(), body.top}}, colours.colour(colours.limits.high));
    outline.push_back(tip);
  }
  outline.insert(outline.end(), {{body.right(), body.top}, {body.right(), body.bottom()}});
  if (colours.is_cut_low) {
    const Point tip = {middle, box.bottom()};
    canvas.fill_polygon({{body.left, body.bottom()}, tip, {body.right(), body.bottom()}},
                        colours.colour(colours.limits.low));
    outline.push_back(tip);
  }
  outline.insert(outline.end(), {{body.left, body.bottom()}, {body.left, body.top}});
  canvas.draw_line(outline, {});
  draw_right_axis(canvas, ruler, bar.axis, body);
}

}  // namespace gaptv::figures
