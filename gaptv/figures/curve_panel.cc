// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/curve_panel.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gaptv/base/infinity.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv::figures {
namespace {

// With more markers a line looks like a chain of beads.
constexpr std::size_t most_markers = 25;
// Longer names beside an axis would leave no room for the data.
constexpr std::size_t most_name_characters = 12;

// The value and the ends of its bar.
void include_with_bar(ValueSpan& span, double value, const std::vector<double>& errors, std::size_t index,
                      bool is_log) {
  span.include(value);
  if (errors.empty()) return;
  span.include(value + errors[index]);
  const double lower_end = value - errors[index];
  // A bar that reaches to zero has no end on a log axis.
  if (!is_log || lower_end > 0) span.include(lower_end);
}

AxisScale x_scale(const CurvePanel& panel) {
  ValueSpan span;
  for (const Series& series : panel.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      include_with_bar(span, series.x[i], series.x_error, i, panel.has_log_x);
    }
  }
  for (const Mark& mark : panel.marks) {
    if (mark.is_vertical) span.include(mark.at);
  }
  return make_padded_axis(span, panel.has_log_x);
}

AxisScale y_scale(const CurvePanel& panel, bool is_second, bool is_log) {
  if (!is_second && !panel.y_names.empty()) return {-0.5, static_cast<double>(panel.y_names.size()) - 0.5};
  ValueSpan span;
  for (const Series& series : panel.series) {
    if (series.is_on_second_axis != is_second) continue;
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      include_with_bar(span, series.y[i], series.error, i, is_log);
    }
  }
  for (const Mark& mark : panel.marks) {
    if (!mark.is_vertical && !is_second) span.include(mark.at);
  }
  return make_padded_axis(span, is_log);
}

// The label of an axis with one series has the colour of that series, if there are two axes to tell apart.
Colour axis_label_colour(const CurvePanel& panel, bool is_second, const SeriesNumbers& numbers) {
  const Series* only = nullptr;
  for (const Series& series : panel.series) {
    if (series.is_on_second_axis != is_second) continue;
    if (only != nullptr) return {};
    only = &series;
  }
  return series_style(numbers.at(only->name)).pen.colour;
}

struct CurvePlot {
  const Box& box;
  const AxisScale& x;
  const AxisScale& y;

  // Values beyond the axes lie a little outside the box, where the clip hides them.
  Point place(double x_value, double y_value) const {
    const double x_share = std::clamp(x.share(x_value), -0.5, 1.5);
    const double y_share = std::clamp(y.share(y_value), -0.5, 1.5);
    return {box.left + x_share * box.width, box.bottom() - y_share * box.height};
  }
};

void draw_grid(Canvas& canvas, const Frame& frame, const Box& box) {
  std::vector<Segment> lines;
  for (const Tick& tick : frame.x.ticks) {
    const double x = box.left + frame.x.scale.share(tick.at) * box.width;
    lines.push_back({{x, box.top}, {x, box.bottom()}});
  }
  for (const Tick& tick : frame.y.ticks) {
    const double y = box.bottom() - frame.y.scale.share(tick.at) * box.height;
    lines.push_back({{box.left, y}, {box.right(), y}});
  }
  canvas.draw_segments(lines, {{225, 225, 225}, 0.4, {}});
}

void draw_marks(Canvas& canvas, const CurvePanel& panel, const Frame& frame, const Box& box) {
  std::vector<Segment> lines;
  for (const Mark& mark : panel.marks) {
    if (mark.is_vertical) {
      const double x = box.left + frame.x.scale.share(mark.at) * box.width;
      lines.push_back({{x, box.bottom()}, {x, box.top}});
    } else {
      const double y = box.bottom() - frame.y.scale.share(mark.at) * box.height;
      lines.push_back({{box.left, y}, {box.right(), y}});
    }
  }
  canvas.draw_segments(lines, mark_pen());
}

void draw_error_bars(Canvas& canvas, const Series& series, const CurvePlot& plot, const Colour& colour) {
  constexpr double half_cap = 1.5;
  std::vector<Segment> bars;
  double last_bar = -infinity;
  const auto has_bar = [&](const std::vector<double>& errors, std::size_t i) {
    return !errors.empty() && !std::isnan(errors[i]) && !std::isnan(series.y[i]);
  };
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (has_bar(series.x_error, i)) {
      const Point left = plot.place(series.x[i] - series.x_error[i], series.y[i]);
      const Point right = plot.place(series.x[i] + series.x_error[i], series.y[i]);
      bars.push_back({left, right});
      for (const Point& end : {left, right}) bars.push_back({{end.x, end.y - half_cap}, {end.x, end.y + half_cap}});
    }
    if (!has_bar(series.error, i)) continue;
    const Point top = plot.place(series.x[i], series.y[i] + series.error[i]);
    // Bars of a line that touch would be one thick band.
    if (series.has_line && std::abs(top.x - last_bar) < 2 * half_cap + 0.2) continue;
    last_bar = top.x;
    const Point bottom = plot.place(series.x[i], series.y[i] - series.error[i]);
    bars.push_back({top, bottom});
    for (const Point& end : {top, bottom}) bars.push_back({{end.x - half_cap, end.y}, {end.x + half_cap, end.y}});
  }
  canvas.draw_segments(bars, {colour, 0.6, {}});
}

void draw_points(Canvas& canvas, const Series& series, const CurvePlot& plot, const SeriesStyle& style) {
  // Many points that hid each other would look like few.
  constexpr double points_in_full_size = 60;
  constexpr double smallest_scale = 0.35;
  const double crowding = static_cast<double>(series.x.size()) / points_in_full_size;
  const double scale = std::clamp(1 / std::sqrt(crowding), smallest_scale, 1.0);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!std::isnan(series.y[i])) draw_marker(canvas, plot.place(series.x[i], series.y[i]), style, scale);
  }
}

void draw_line_series(Canvas& canvas, const Series& series, const CurvePlot& plot, const SeriesStyle& style) {
  const std::size_t marker_stride = (series.x.size() + most_markers - 1) / most_markers;
  std::vector<Point> markers;
  std::vector<Point> piece;
  const auto end_piece = [&] {
    if (piece.size() > 1) canvas.draw_line(piece, style.pen);
    // A point between two gaps has no line that shows it.
    if (piece.size() == 1) markers.push_back(piece.front());
    piece.clear();
  };
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (std::isnan(series.y[i])) {
      end_piece();
      continue;
    }
    piece.push_back(plot.place(series.x[i], series.y[i]));
    if (series.has_markers && i % marker_stride == 0) markers.push_back(piece.back());
  }
  end_piece();
  for (const Point& marker : markers) draw_marker(canvas, marker, style);
}

}  // namespace

Frame curve_frame(const CurvePanel& panel, const SeriesNumbers& numbers) {
  Frame frame;
  frame.title = drawable_text(panel.title);
  frame.x = {x_scale(panel), drawable_text(panel.x_label), {}, panel.x_ticks};
  frame.y = {y_scale(panel, false, panel.has_log_y), drawable_text(panel.y_label), {}, {}};
  frame.y.is_percent = panel.has_percent_y;
  for (const std::string& name : panel.y_names) frame.y.names.push_back(shorten_text(name, most_name_characters));
  if (std::ranges::any_of(panel.series, &Series::is_on_second_axis)) {
    frame.y.label_colour = axis_label_colour(panel, false, numbers);
    frame.second_y = {y_scale(panel, true, panel.has_log_second_y),
                      drawable_text(panel.second_y_label),
                      axis_label_colour(panel, true, numbers),
                      {}};
  }
  for (const Mark& mark : panel.marks) {
    if (mark.is_vertical && !mark.label.empty()) frame.top_labels.push_back({mark.at, drawable_text(mark.label)});
  }
  return frame;
}

void draw_curves(Canvas& canvas, const CurvePanel& panel, const Frame& frame, const Box& box,
                 const SeriesNumbers& numbers) {
  const Canvas::Clip clip(canvas, box);
  draw_grid(canvas, frame, box);
  draw_marks(canvas, panel, frame, box);
  for (const bool has_line : {false, true}) {
    for (const Series& series : panel.series) {
      if (series.has_line != has_line) continue;
      const FrameAxis& y_axis = series.is_on_second_axis ? *frame.second_y : frame.y;
      const CurvePlot plot = {box, frame.x.scale, y_axis.scale};
      const SeriesStyle style = series_style(numbers.at(series.name));
      draw_error_bars(canvas, series, plot, style.pen.colour);
      if (has_line) {
        draw_line_series(canvas, series, plot, style);
      } else {
        draw_points(canvas, series, plot, style);
      }
    }
  }
}

}  // namespace gaptv::figures
