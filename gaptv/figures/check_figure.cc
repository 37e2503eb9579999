// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/check_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/number_text.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/figures/map_colours.h"

namespace gaptv::figures {
namespace {

// Far beyond any data, and near enough to 1 that no length on an axis overflows.
constexpr double largest_value = 1e150;
constexpr double smallest_log_value = 1e-150;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw InvalidInput("figure" + where + ": " + what);
}

std::string at_index(const std::string& name, std::size_t index) {
  return name + "[" + std::to_string(index) + "]";
}

void check_finite(double value, const std::string& where, const std::string& name) {
  if (!std::isfinite(value)) refuse(where, name + " is " + number_text(value) + "; give a finite number");
  if (std::abs(value) > largest_value) {
    refuse(where, name + " is " + number_text(value) + ", beyond the largest that can be drawn, 1e150; rescale");
  }
}

void check_on_axis(double value, bool is_log, const std::string& where, const std::string& name) {
  check_finite(value, where, name);
  if (is_log && value < smallest_log_value) {
    refuse(where, name + " is " + number_text(value) +
                      ", but a log axis needs values above zero (1e-150 at least); leave it out or use a linear axis");
  }
}

void check_lengths(const Series& series, const std::string& where) {
  const std::size_t points = series.x.size();
  const auto count = [](const std::vector<double>& values) { return std::to_string(values.size()); };
  if (series.y.size() != points) refuse(where, count(series.x) + " values of x, but " + count(series.y) + " of y");
  if (!series.error.empty() && series.error.size() != points) {
    refuse(where,
           count(series.x) + " values of x, but " + count(series.error) + " of error; give one for each, or none");
  }
  if (!series.x_error.empty() && series.x_error.size() != points) {
    refuse(where,
           count(series.x) + " values of x, but " + count(series.x_error) + " of x_error; give one for each, or none");
  }
  if (std::ranges::all_of(series.y, [](double y) { return std::isnan(y); })) {
    refuse(where, points == 0 ? "no points; leave the series out" : "every y is NaN; leave the series out");
  }
}

void check_error(const std::vector<double>& errors, std::size_t index, const std::string& where,
                 const std::string& name) {
  if (errors.empty() || std::isnan(errors[index])) return;
  check_finite(errors[index], where, at_index(name, index));
  if (errors[index] < 0) refuse(where, at_index(name, index) + " is negative; it is half the length of a bar");
}

void check_series(const Series& series, const CurvePanel& panel, const std::string& where) {
  check_lengths(series, where);
  if (!series.has_line && !series.has_markers) refuse(where, "neither a line nor markers; leave the series out");
  const bool has_log_y = series.is_on_second_axis ? panel.has_log_second_y : panel.has_log_y;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    check_on_axis(series.x[i], panel.has_log_x, where, at_index("x", i));
    if (!std::isnan(series.y[i])) check_on_axis(series.y[i], has_log_y, where, at_index("y", i));
    check_error(series.error, i, where, "error");
    check_error(series.x_error, i, where, "x_error");
  }
}

void check_curves(const CurvePanel& panel, const std::string& where) {
  if (panel.series.empty()) refuse(where, "no series; leave the panel out");
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    std::string series_where = where + ", series " + std::to_string(i + 1);
    if (!panel.series[i].name.empty()) series_where += " " + csv::quote_for_message(panel.series[i].name);
    check_series(panel.series[i], panel, series_where);
  }
  const auto on_second = std::ranges::count_if(panel.series, &Series::is_on_second_axis);
  if (on_second == std::ssize(panel.series)) refuse(where, "every series is on the second axis; put one on the first");
  if (on_second == 0 && !panel.second_y_label.empty())
    refuse(where, "a label for the second axis, but no series on it");
  for (std::size_t i = 0; i < panel.marks.size(); ++i) {
    const Mark& mark = panel.marks[i];
    check_on_axis(mark.at, mark.is_vertical ? panel.has_log_x : panel.has_log_y, where, at_index("mark", i));
  }
  if (panel.has_log_y && !panel.y_names.empty()) refuse(where, "names on a log axis; use a linear one");
  for (std::size_t i = 0; i < panel.x_ticks.size(); ++i) {
    check_on_axis(panel.x_ticks[i], panel.has_log_x, where, at_index("x_ticks", i));
  }
}

void check_edges(const std::vector<double>& edges, const std::string& where, const std::string& name) {
  if (edges.size() < 2) refuse(where, std::to_string(edges.size()) + " " + name + "; a map has two at least");
  for (std::size_t i = 0; i < edges.size(); ++i) {
    check_finite(edges[i], where, at_index(name, i));
    if (i > 0 && edges[i] <= edges[i - 1]) refuse(where, at_index(name, i) + " is not above the one before it");
  }
}

void check_map(const MapPanel& panel, const std::string& where) {
  check_edges(panel.x_edges, where, "x_edges");
  check_edges(panel.y_edges, where, "y_edges");
  const std::size_t x_cells = panel.x_edges.size() - 1;
  const std::size_t y_cells = panel.y_edges.size() - 1;
  if (panel.values.size() != x_cells * y_cells) {
    refuse(where, std::to_string(panel.values.size()) + " values, but " + std::to_string(x_cells) + " x " +
                      std::to_string(y_cells) + " cells");
  }
  for (std::size_t i = 0; i < panel.values.size(); ++i) {
    if (!std::isnan(panel.values[i])) check_finite(panel.values[i], where, at_index("values", i));
  }
  if (std::ranges::all_of(panel.values, [](double value) { return std::isnan(value); })) {
    refuse(where, "every value is NaN; leave the panel out");
  }
  if (!panel.region_numbers.empty() && panel.region_numbers.size() != panel.values.size()) {
    refuse(where, std::to_string(panel.values.size()) + " values, but " + std::to_string(panel.region_numbers.size()) +
                      " region_numbers; give one for each, or none");
  }
}

// After the maps: limits that are not given come from them.
void check_colours(const Figure& figure) {
  const ColourScale& colours = figure.colours;
  const std::string where = ", colours";
  check_finite(colours.midpoint, where, "midpoint");
  if (colours.low) check_finite(*colours.low, where, "low");
  if (colours.high) check_finite(*colours.high, where, "high");
  if (!has_map(figure)) return;
  const ValueSpan limits = colour_limits(figure);
  // A single value without limits has an axis around it.
  if (limits.low > limits.high || (limits.low == limits.high && (colours.low || colours.high))) {
    refuse(where, "the limits " + number_text(limits.low) + " and " + number_text(limits.high) +
                      " leave nothing between them; give both, low below high");
  }
  const bool is_diverging = colours.palette == ColourScale::Palette::diverging;
  if (is_diverging && (colours.midpoint < limits.low || colours.midpoint > limits.high)) {
    refuse(where, "the midpoint " + number_text(colours.midpoint) + " is not within the limits");
  }
}

}  // namespace

void check_figure(const Figure& figure) {
  constexpr double smallest_width_mm = 20;
  constexpr double largest_width_mm = 600;
  if (!(figure.width_mm >= smallest_width_mm && figure.width_mm <= largest_width_mm)) {
    refuse("", "width_mm is " + number_text(figure.width_mm) + "; it goes from 20 to 600");
  }
  if (figure.columns == 0) refuse("", "columns is 0; give 1 or more");
  if (!(figure.height_per_width == 0 || (figure.height_per_width >= 0.1 && figure.height_per_width <= 10))) {
    refuse("", "height_per_width is " + number_text(figure.height_per_width) + "; it is 0 or goes from 0.1 to 10");
  }
  if (figure.panels.empty()) refuse("", "no panels");
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const std::string where = ", panel " + std::to_string(i + 1);
    if (const auto* const curves = std::get_if<CurvePanel>(&figure.panels[i])) {
      check_curves(*curves, where);
    } else {
      check_map(std::get<MapPanel>(figure.panels[i]), where);
    }
  }
  check_colours(figure);
}

}  // namespace gaptv::figures
