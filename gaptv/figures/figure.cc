// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/figure.h"

#include <variant>

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/check_figure.h"
#include "gaptv/figures/colour_bar.h"
#include "gaptv/figures/curve_panel.h"
#include "gaptv/figures/frame.h"
#include "gaptv/figures/layout.h"
#include "gaptv/figures/legend.h"
#include "gaptv/figures/map_panel.h"
#include "gaptv/figures/series_style.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv {

std::string render(const Figure& figure, FigureFormat format) {
  figures::check_figure(figure);
  const figures::TextRuler ruler;
  const figures::SeriesNumbers numbers = figures::number_series(figure);
  const figures::Layout layout = figures::lay_out(figure, numbers, ruler);
  figures::Canvas canvas(format, layout.width, layout.height);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    if (const auto* const curves = std::get_if<CurvePanel>(&figure.panels[i])) {
      figures::draw_curves(canvas, *curves, layout.frames[i], layout.boxes[i], numbers);
    } else {
      figures::draw_map(canvas, ruler, std::get<MapPanel>(figure.panels[i]), layout.boxes[i], layout.bar->colours);
    }
    figures::draw_frame(canvas, ruler, layout.frames[i], layout.boxes[i], layout.rooms[i]);
  }
  if (layout.bar) figures::draw_colour_bar(canvas, ruler, *layout.bar, layout.bar_box);
  figures::draw_title(canvas, layout);
  figures::draw_legend(canvas, layout.legend, layout.legend_box);
  return canvas.finish();
}

}  // namespace gaptv
