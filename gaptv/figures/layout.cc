// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/layout.h"

#include <algorithm>
#include <string>
#include <variant>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/figures/curve_panel.h"
#include "gaptv/figures/map_colours.h"
#include "gaptv/figures/map_panel.h"
#include "gaptv/figures/text_sizes.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {
namespace {

constexpr double points_per_mm = 72 / 25.4;
constexpr double page_edge = 1;      // around the whole figure
constexpr double space_between = 5;  // panels
constexpr double smallest_box_mm = 8;
constexpr double largest_height_mm = 1000;

double box_height_per_width(const Figure& figure) {
  if (figure.height_per_width > 0) return figure.height_per_width;
  return has_map(figure) ? 1 : 0.75;
}

std::size_t column_count(const Figure& figure) {
  return std::min(figure.columns, figure.panels.size());
}

std::size_t row_count(const Figure& figure) {
  return (figure.panels.size() + column_count(figure) - 1) / column_count(figure);
}

// Panels that share names with the one on their left show them once.
void leave_out_repeated_names(const Figure& figure, std::vector<Frame>& frames) {
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const auto* const curves = std::get_if<CurvePanel>(&figure.panels[i]);
    const auto* const before = std::get_if<CurvePanel>(&figure.panels[i - 1]);
    if (i % column_count(figure) == 0 || curves == nullptr || before == nullptr || curves->y_names.empty()) continue;
    frames[i].y.has_numbers = before->y_names != curves->y_names || before->y_label != curves->y_label;
  }
}

// Maps that share an axis with the next show its numbers once.
void leave_out_repeated_numbers(const Figure& figure, std::vector<Frame>& frames) {
  const std::size_t columns = column_count(figure);
  const auto map_at = [&](std::size_t i) {
    return i < figure.panels.size() ? std::get_if<MapPanel>(&figure.panels[i]) : nullptr;
  };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const MapPanel* const map = map_at(i);
    const MapPanel* const below = map_at(i + columns);
    const MapPanel* const before = i % columns > 0 ? map_at(i - 1) : nullptr;
    if (map == nullptr) continue;
    frames[i].x.has_numbers = below == nullptr || below->x_edges != map->x_edges || below->x_label != map->x_label;
    frames[i].y.has_numbers = before == nullptr || before->y_edges != map->y_edges || before->y_label != map->y_label;
  }
}

std::vector<Frame> frames_of(const Figure& figure, const SeriesNumbers& numbers) {
  std::vector<Frame> frames;
  for (const FigurePanel& panel : figure.panels) {
    const auto* const curves = std::get_if<CurvePanel>(&panel);
    frames.push_back(curves != nullptr ? curve_frame(*curves, numbers) : map_frame(std::get<MapPanel>(panel)));
  }
  leave_out_repeated_numbers(figure, frames);
  leave_out_repeated_names(figure, frames);
  return frames;
}

// Room for the frames of each column and each row.
struct GridMargins {
  std::vector<double> left;
  std::vector<double> right;
  std::vector<double> top;
  std::vector<double> bottom;
};

GridMargins grid_margins(const Figure& figure, const std::vector<Frame>& frames, const TextRuler& ruler,
                         double box_width) {
  const std::size_t columns = column_count(figure);
  const std::size_t rows = row_count(figure);
  GridMargins grid = {std::vector<double>(columns), std::vector<double>(columns), std::vector<double>(rows),
                      std::vector<double>(rows)};
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Margins margins = frame_margins(frames[i], ruler, box_width);
    const auto widen = [](double& room, double needed) { room = std::max(room, needed); };
    widen(grid.left[i % columns], margins.left);
    widen(grid.right[i % columns], margins.right);
    widen(grid.top[i / columns], margins.top);
    widen(grid.bottom[i / columns], margins.bottom);
  }
  return grid;
}

double total(const std::vector<double>& lengths) {
  double sum = 0;
  for (const double length : lengths) sum += length;
  return sum;
}

// The size of the boxes and the ticks depend on each other: a few rounds from a guess settle both.
struct Sizes {
  double box_width = 0;
  double box_height = 0;
  GridMargins margins;
};

Sizes settle_sizes(const Figure& figure, const TextRuler& ruler, Layout& layout) {
  constexpr int rounds = 3;
  const auto columns = static_cast<double>(column_count(figure));
  const double ratio = box_height_per_width(figure);
  const auto rows = static_cast<double>(row_count(figure));
  Sizes sizes;
  sizes.box_width = 0.75 * layout.width / columns;
  for (int round = 0; round < rounds; ++round) {
    sizes.box_height = ratio * sizes.box_width;
    for (Frame& frame : layout.frames) choose_frame_ticks(frame, sizes.box_width, sizes.box_height);
    if (has_map(figure)) layout.bar = colour_bar(figure, rows * sizes.box_height);
    sizes.margins = grid_margins(figure, layout.frames, ruler, sizes.box_width);
    const double bar_room = layout.bar ? colour_bar_width(*layout.bar, ruler) : 0;
    const double taken = 2 * page_edge + total(sizes.margins.left) + total(sizes.margins.right) +
                         (columns - 1) * space_between + bar_room;
    sizes.box_width = (layout.width - taken) / columns;
    if (sizes.box_width < smallest_box_mm * points_per_mm) {
      throw InvalidInput("figure: a width of " + number_text(figure.width_mm) + " mm leaves too little for " +
                         std::to_string(column_count(figure)) +
                         " panels side by side; make it wider, or the columns fewer");
    }
  }
  sizes.box_height = ratio * sizes.box_width;
  return sizes;
}

double title_height(const Layout& layout) {
  return layout.title.text.empty() ? 0 : layout.title.size * line_height + space_between;
}

void place_boxes(Layout& layout, const Sizes& sizes) {
  const GridMargins& margins = sizes.margins;
  const std::size_t columns = margins.left.size();
  double top = page_edge + title_height(layout);
  for (std::size_t row = 0; row < margins.top.size(); ++row) {
    top += row > 0 ? space_between : 0;
    double left = page_edge;
    for (std::size_t column = 0; column < columns && row * columns + column < layout.frames.size(); ++column) {
      left += column > 0 ? space_between : 0;
      layout.boxes.push_back({left + margins.left[column], top + margins.top[row], sizes.box_width, sizes.box_height});
      layout.rooms.push_back({margins.left[column], margins.right[column], margins.top[row], margins.bottom[row]});
      left += margins.left[column] + sizes.box_width + margins.right[column];
    }
    top += margins.top[row] + sizes.box_height + margins.bottom[row];
  }
  layout.height = top + page_edge;
}

}  // namespace

Layout lay_out(const Figure& figure, const SeriesNumbers& numbers, const TextRuler& ruler) {
  Layout layout;
  layout.width = figure.width_mm * points_per_mm;
  layout.title = ruler.fit(drawable_text(figure.title), layout.width - 2 * page_edge, figure_title_size, smallest_size);
  layout.frames = frames_of(figure, numbers);
  const Sizes sizes = settle_sizes(figure, ruler, layout);
  place_boxes(layout, sizes);
  if (layout.bar) {
    const double left = layout.width - page_edge - colour_bar_width(*layout.bar, ruler);
    const double top = layout.boxes.front().top;
    layout.bar_box = {left, top, layout.width - page_edge - left, layout.boxes.back().bottom() - top};
  }
  layout.legend = legend_lines(figure, ruler, layout.width - 2 * page_edge);
  layout.legend_box = {page_edge, layout.height - page_edge, layout.width - 2 * page_edge,
                       legend_height(layout.legend)};
  layout.height += layout.legend_box.height;
  if (layout.height > largest_height_mm * points_per_mm) {
    throw InvalidInput("figure: it would be " + number_text(layout.height / points_per_mm) + " mm high, more than " +
                       number_text(largest_height_mm) + "; take more columns or fewer panels");
  }
  return layout;
}

void draw_title(Canvas& canvas, const Layout& layout) {
  canvas.draw_text({layout.width / 2, page_edge + layout.title.size}, layout.title.text,
                   {.size = layout.title.size, .align = TextAlign::middle});
}

}  // namespace gaptv::figures
