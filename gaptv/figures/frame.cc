// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/frame.h"

#include <algorithm>
#include <cstddef>

#include "gaptv/figures/series_style.h"
#include "gaptv/figures/text_sizes.h"

namespace gaptv::figures {
namespace {

constexpr double least_margin = 3;
constexpr double space_above_box = 2;

struct PlacedLabel {
  double left = 0;  // from the left side of the box
  std::size_t row = 0;
  std::string text;
};

// Labels above a box: each at its place, within the box, in the lowest row where it touches no other.
std::vector<PlacedLabel> place_top_labels(const Frame& frame, const TextRuler& ruler, double box_width) {
  constexpr double least_space = 4;
  std::vector<TopLabel> labels = frame.top_labels;
  std::ranges::stable_sort(labels, {}, &TopLabel::at);
  std::vector<double> row_ends;
  std::vector<PlacedLabel> placed;
  for (const TopLabel& label : labels) {
    const FittedText fitted = ruler.fit(label.text, box_width, number_size, number_size);
    const double width = ruler.width(fitted.text, fitted.size);
    const double centre = frame.x.scale.share(label.at) * box_width;
    const double left = std::clamp(centre - width / 2, 0.0, std::max(0.0, box_width - width));
    const auto free_row = std::ranges::find_if(row_ends, [&](double end) { return end + least_space <= left; });
    const auto row = static_cast<std::size_t>(free_row - row_ends.begin());
    if (free_row == row_ends.end()) row_ends.push_back(0);
    row_ends[row] = left + width;
    placed.push_back({left, row, fitted.text});
  }
  return placed;
}

double top_labels_height(const std::vector<PlacedLabel>& labels) {
  std::size_t rows = 0;
  for (const PlacedLabel& label : labels) rows = std::max(rows, label.row + 1);
  return static_cast<double>(rows) * number_size * line_height;
}

// What a text centred on the box may take without leaving the room of the panel.
double centred_room(const Box& box, const Margins& room) {
  return box.width + 2 * std::min(room.left, room.right);
}

void draw_above_box(Canvas& canvas, const TextRuler& ruler, const Frame& frame, const Box& box, const Margins& room) {
  const std::vector<PlacedLabel> labels = place_top_labels(frame, ruler, box.width);
  for (const PlacedLabel& label : labels) {
    const double above = space_above_box + static_cast<double>(label.row) * number_size * line_height;
    canvas.draw_text({box.left + label.left, box.top - above}, label.text,
                     {.size = number_size, .colour = mark_pen().colour});
  }
  const FittedText title = ruler.fit(frame.title, centred_room(box, room), title_size, smallest_size);
  canvas.draw_text({box.left + box.width / 2, box.top - top_labels_height(labels) - 2 * space_above_box}, title.text,
                   {.size = title.size, .align = TextAlign::middle});
}

}  // namespace

void choose_frame_ticks(Frame& frame, double width, double height) {
  choose_x_ticks(frame.x, width);
  choose_upright_ticks(frame.y, height);
  if (frame.second_y) choose_upright_ticks(*frame.second_y, height);
}

Margins frame_margins(const Frame& frame, const TextRuler& ruler, double box_width) {
  const double left_overhang = x_axis_overhang(frame.x, ruler, box_width, true);
  const double right_overhang = x_axis_overhang(frame.x, ruler, box_width, false);
  const double right_axis = frame.second_y ? upright_axis_width(*frame.second_y, ruler) : 0;
  const double top_labels = top_labels_height(place_top_labels(frame, ruler, box_width));
  const double title = frame.title.empty() ? 0 : title_size * line_height + space_above_box;
  return {.left = std::max({least_margin, upright_axis_width(frame.y, ruler), left_overhang}),
          .right = std::max({least_margin, right_axis, right_overhang}),
          .top = least_margin + top_labels + title,
          .bottom = std::max(least_margin, x_axis_height(frame.x))};
}

void draw_frame(Canvas& canvas, const TextRuler& ruler, const Frame& frame, const Box& box, const Margins& room) {
  canvas.draw_box(box, {});
  draw_x_axis(canvas, ruler, frame.x, box, centred_room(box, room));
  draw_left_axis(canvas, ruler, frame.y, box);
  if (frame.second_y) draw_right_axis(canvas, ruler, *frame.second_y, box);
  draw_above_box(canvas, ruler, frame, box, room);
}

}  // namespace gaptv::figures
