// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/legend.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "gaptv/figures/text_sizes.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {
namespace {

constexpr double legend_line_height = 10;
constexpr double space_above_legend = 4;
constexpr double sample_length = 18;
constexpr double space_after_sample = 3;
constexpr double space_after_entry = 10;

struct LegendName {
  std::string name;
  std::optional<SeriesStyle> series;
  bool has_line = true;
  bool has_marker = false;
};

std::vector<LegendName> legend_names(const Figure& figure) {
  const SeriesNumbers numbers = number_series(figure);
  std::vector<LegendName> names(numbers.size());
  std::vector<LegendName> marks;
  std::set<std::string> seen;
  for (const FigurePanel& panel : figure.panels) {
    const auto* const curves = std::get_if<CurvePanel>(&panel);
    if (curves == nullptr) continue;
    for (const Series& series : curves->series) {
      const std::size_t number = numbers.at(series.name);
      names[number] = {series.name, series_style(number), series.has_line, series.has_markers};
    }
    for (const Mark& mark : curves->marks) {
      if (mark.is_vertical || mark.label.empty() || !seen.insert(mark.label).second) continue;
      marks.push_back({mark.label, std::nullopt});
    }
  }
  std::erase_if(names, [](const LegendName& name) { return name.name.empty(); });
  names.insert(names.end(), marks.begin(), marks.end());
  return names;
}

double line_width(const std::vector<LegendEntry>& line) {
  double width = -space_after_entry;
  for (const LegendEntry& entry : line) width += entry.width + space_after_entry;
  return width;
}

void draw_entry(Canvas& canvas, const LegendEntry& entry, double left, double middle) {
  const Pen pen = entry.series ? entry.series->pen : mark_pen();
  if (entry.has_line) canvas.draw_line({{left, middle}, {left + sample_length, middle}}, pen);
  if (entry.has_marker) draw_marker(canvas, {left + sample_length / 2, middle}, *entry.series);
  canvas.draw_text({left + sample_length + space_after_sample, middle + number_size * cap_height / 2}, entry.label.text,
                   {.size = entry.label.size});
}

}  // namespace

LegendLines legend_lines(const Figure& figure, const TextRuler& ruler, double width) {
  LegendLines lines;
  for (const LegendName& name : legend_names(figure)) {
    const double label_room = width - sample_length - space_after_sample;
    LegendEntry entry = {ruler.fit(drawable_text(name.name), label_room, number_size, smallest_size), name.series, 0,
                         name.has_line, name.has_marker};
    entry.width = sample_length + space_after_sample + ruler.width(entry.label.text, entry.label.size);
    const bool fits = !lines.empty() && line_width(lines.back()) + space_after_entry + entry.width <= width;
    if (!fits) lines.emplace_back();
    lines.back().push_back(std::move(entry));
  }
  return lines;
}

double legend_height(const LegendLines& lines) {
  return lines.empty() ? 0 : space_above_legend + static_cast<double>(lines.size()) * legend_line_height;
}

void draw_legend(Canvas& canvas, const LegendLines& lines, const Box& box) {
  double middle = box.top + space_above_legend + legend_line_height / 2;
  for (const std::vector<LegendEntry>& line : lines) {
    double left = box.left + (box.width - line_width(line)) / 2;
    for (const LegendEntry& entry : line) {
      draw_entry(canvas, entry, left, middle);
      left += entry.width + space_after_entry;
    }
    middle += legend_line_height;
  }
}

}  // namespace gaptv::figures
