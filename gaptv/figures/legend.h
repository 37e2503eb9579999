// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gaptv/figures/canvas.h"
#include "gaptv/figures/figure.h"
#include "gaptv/figures/series_style.h"
#include "gaptv/figures/text_ruler.h"

namespace gaptv::figures {

struct LegendEntry {
  FittedText label;
  std::optional<SeriesStyle> series;  // none = a mark
  double width = 0;
  bool has_line = true;
  bool has_marker = false;
};

// Puts the entries into lines for a figure this wide: all named series, then the labels of horizontal marks, each once.
using LegendLines = std::vector<std::vector<LegendEntry>>;
LegendLines legend_lines(const Figure& figure, const TextRuler& ruler, double width);

double legend_height(const LegendLines& lines);

// Each line is centred between left and right.
void draw_legend(Canvas& canvas, const LegendLines& lines, const Box& box);

}  // namespace gaptv::figures
