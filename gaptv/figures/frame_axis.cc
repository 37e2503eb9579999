// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/frame_axis.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gaptv/figures/text_sizes.h"

namespace gaptv::figures {
namespace {

constexpr double tick_length = 2.5;
constexpr double axis_gap = 2;  // between ticks, numbers and label

double widest_number(const FrameAxis& axis, const TextRuler& ruler) {
  double widest = 0;
  for (const Tick& tick : axis.ticks) widest = std::max(widest, ruler.width(tick.label, number_size));
  return widest;
}

std::vector<Tick> ticks_apart(const FrameAxis& axis, double length, double spacing) {
  constexpr double fewest = 3;
  constexpr double most = 8;
  const auto count = static_cast<std::size_t>(std::clamp(length / spacing, fewest, most));
  if (!axis.is_percent) return choose_ticks(axis.scale, count);
  std::vector<Tick> ticks = choose_ticks({100 * axis.scale.low, 100 * axis.scale.high, axis.scale.is_log}, count);
  for (Tick& tick : ticks) tick = {tick.at / 100, tick.label + " %"};
  return ticks;
}

// A number beside a tick, along the axis.
struct NumberExtent {
  double centre = 0;
  double length = 0;
};

// The smallest stride such that every stride-th number keeps clear of the next.
std::size_t free_stride(const std::vector<NumberExtent>& numbers) {
  constexpr double least_space = 3;
  const auto is_free = [&](std::size_t stride) {
    for (std::size_t i = stride; i < numbers.size(); i += stride) {
      const NumberExtent& before = numbers[i - stride];
      const double space = std::abs(numbers[i].centre - before.centre) - (numbers[i].length + before.length) / 2;
      if (space < least_space) return false;
    }
    return true;
  };
  std::size_t stride = 1;
  while (!is_free(stride)) ++stride;
  return stride;
}

// Ticks and numbers of an axis that stands upright, at the left (direction -1) or right (1) of a box.
void draw_upright_numbers(Canvas& canvas, const FrameAxis& axis, const Box& box, double direction) {
  const double side = direction < 0 ? box.left : box.right();
  std::vector<Segment> marks;
  std::vector<NumberExtent> numbers;
  for (const Tick& tick : axis.ticks) {
    const double y = box.bottom() - axis.scale.share(tick.at) * box.height;
    marks.push_back({{side, y}, {side + direction * tick_length, y}});
    numbers.push_back({y, number_size * cap_height});
  }
  canvas.draw_segments(marks, {});
  if (!axis.has_numbers) return;
  const TextStyle style = {.size = number_size, .align = direction < 0 ? TextAlign::end : TextAlign::start};
  const std::size_t stride = free_stride(numbers);
  for (std::size_t i = 0; i < axis.ticks.size(); i += stride) {
    const double baseline = numbers[i].centre + number_size * cap_height / 2;
    canvas.draw_text({side + direction * (tick_length + axis_gap), baseline}, axis.ticks[i].label, style);
  }
}

// The label, turned; its baseline is at x.
void draw_upright_label(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box, double x) {
  if (!axis.has_numbers) return;
  const FittedText label = ruler.fit(axis.label, box.height, label_size, smallest_size);
  canvas.draw_text({x, box.top + box.height / 2}, label.text,
                   {.size = label.size, .align = TextAlign::middle, .colour = axis.label_colour, .is_turned = true});
}

}  // namespace

void choose_x_ticks(FrameAxis& axis, double width) {
  // Numbers have four digits or so.
  constexpr double spacing = 5 * digit_width * number_size;
  axis.ticks =
      axis.wanted_ticks.empty() ? ticks_apart(axis, width, spacing) : place_ticks(axis.scale, axis.wanted_ticks);
}

void choose_upright_ticks(FrameAxis& axis, double height) {
  constexpr double spacing = 2.5 * number_size;
  if (axis.names.empty()) {
    axis.ticks = ticks_apart(axis, height, spacing);
    return;
  }
  axis.ticks.clear();
  for (const std::string& name : axis.names) axis.ticks.push_back({static_cast<double>(axis.ticks.size()), name});
}

double x_axis_height(const FrameAxis& axis) {
  if (!axis.has_numbers) return tick_length;
  const double label_height = axis.label.empty() ? 0 : label_size * line_height;
  return tick_length + 2 * axis_gap + number_size + label_height;
}

double upright_axis_width(const FrameAxis& axis, const TextRuler& ruler) {
  if (!axis.has_numbers) return tick_length;
  const double label_width = axis.label.empty() ? 0 : axis_gap + label_size * line_height;
  return tick_length + axis_gap + widest_number(axis, ruler) + label_width;
}

double x_axis_overhang(const FrameAxis& axis, const TextRuler& ruler, double box_width, bool is_left) {
  if (axis.ticks.empty() || !axis.has_numbers) return 0;
  const Tick& tick = is_left ? axis.ticks.front() : axis.ticks.back();
  const double share = axis.scale.share(tick.at);
  return ruler.width(tick.label, number_size) / 2 - (is_left ? share : 1 - share) * box_width;
}

void draw_x_axis(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box, double label_room) {
  std::vector<Segment> marks;
  std::vector<NumberExtent> numbers;
  for (const Tick& tick : axis.ticks) {
    const double x = box.left + axis.scale.share(tick.at) * box.width;
    marks.push_back({{x, box.bottom()}, {x, box.bottom() + tick_length}});
    numbers.push_back({x, ruler.width(tick.label, number_size)});
  }
  canvas.draw_segments(marks, {});
  if (!axis.has_numbers) return;
  const double number_baseline = box.bottom() + tick_length + axis_gap + number_size * cap_height;
  const std::size_t stride = free_stride(numbers);
  for (std::size_t i = 0; i < axis.ticks.size(); i += stride) {
    canvas.draw_text({numbers[i].centre, number_baseline}, axis.ticks[i].label,
                     {.size = number_size, .align = TextAlign::middle});
  }
  const FittedText label = ruler.fit(axis.label, label_room, label_size, smallest_size);
  canvas.draw_text({box.left + box.width / 2, number_baseline + axis_gap / 2 + label_size * line_height}, label.text,
                   {.size = label.size, .align = TextAlign::middle, .colour = axis.label_colour});
}

void draw_left_axis(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box) {
  draw_upright_numbers(canvas, axis, box, -1);
  const double numbers_end = box.left - tick_length - axis_gap - widest_number(axis, ruler);
  draw_upright_label(canvas, ruler, axis, box, numbers_end - axis_gap - (line_height - 1) * label_size);
}

void draw_right_axis(Canvas& canvas, const TextRuler& ruler, const FrameAxis& axis, const Box& box) {
  draw_upright_numbers(canvas, axis, box, 1);
  const double numbers_end = box.right() + tick_length + axis_gap + widest_number(axis, ruler);
  draw_upright_label(canvas, ruler, axis, box, numbers_end + axis_gap + label_size);
}

}  // namespace gaptv::figures
