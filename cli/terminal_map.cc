// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/terminal_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "gaptv/output/colour_map.h"
#include "gaptv/output/readable_number.h"

namespace gaptv::cli {
namespace {

constexpr std::size_t map_columns = 66;
constexpr std::size_t map_lines = 22;
constexpr std::size_t margin = 12;  // for the labels on the left
constexpr std::string_view ramp = ".:-=+*#%@";

std::string colour_code(double share, Colours colours, bool is_background) {
  const Colour colour = viridis(share);
  const std::array<double, 3> channels = {colour.red, colour.green, colour.blue};
  std::string code = is_background ? "\033[48;" : "\033[38;";
  if (colours == Colours::true_colour) {
    code += "2";
    for (const double channel : channels) code += ";" + std::to_string(std::lround(channel));
  } else {
    // The cube of 6 x 6 x 6 colours starts at 16; its levels are 0, 95, 135, 175, 215, 255.
    long entry = 0;
    for (const double channel : channels) entry = 6 * entry + std::max(0L, std::lround((channel - 55) / 40));
    code += "5;" + std::to_string(16 + entry);
  }
  return code + "m";
}

// The share of the range of predictions that colours stand for. The extremes of few cells must not wash out the rest,
// so the range leaves out a hundredth of the cells at each end.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool is_cut_low = false;
  bool is_cut_high = false;

  explicit ValueRange(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t left_out = values.size() / 100;
    low = values[left_out];
    high = values[values.size() - 1 - left_out];
    is_cut_low = values.front() < low;
    is_cut_high = values.back() > high;
  }
  double share(double value) const {
    return high > low ? std::clamp(value / (high - low) - low / (high - low), 0.0, 1.0) : 0.5;
  }
};

// The bin of the point at a share of the way along the drawn axis.
std::size_t bin_at(const Axis& axis, MapScale scale, double share) {
  if (scale == MapScale::bins) return static_cast<std::size_t>(share * static_cast<double>(axis.bins()));
  return axis.bin_of(axis.lowest * (1 - share) + axis.highest * share);
}

// The bins of "count" points in the middle of equal stretches of the axis.
std::vector<std::size_t> bins_along(const Axis& axis, MapScale scale, std::size_t count) {
  std::vector<std::size_t> bins(count);
  for (std::size_t i = 0; i < count; ++i) {
    bins[i] = bin_at(axis, scale, (static_cast<double>(i) + 0.5) / static_cast<double>(count));
  }
  return bins;
}

std::string left_label(const std::string& text) {
  return std::string(margin - std::min(margin, text.size() + 1), ' ') + text + " ";
}

// The numbers below the drawing and the name of the axis.
std::string bottom_labels(const Axis& axis) {
  const std::string low = short_number(axis.lowest);
  const std::string high = short_number(axis.highest);
  std::string middle = axis.name;
  if (low.size() + middle.size() + high.size() + 2 > map_columns) middle.clear();
  const std::size_t room = map_columns - std::min(map_columns, low.size() + middle.size() + high.size());
  return std::string(margin, ' ') + low + std::string(room / 2, ' ') + middle + std::string(room - room / 2, ' ') +
         high + "\n";
}

std::string legend(const ValueRange& range, const TerminalStyle& style) {
  std::string bar;
  constexpr std::size_t width = 30;
  for (std::size_t i = 0; i < width; ++i) {
    const double share = static_cast<double>(i) / (width - 1);
    if (style.colours == Colours::none) {
      bar += ramp[std::min(i * ramp.size() / width, ramp.size() - 1)];
    } else {
      bar += colour_code(share, style.colours, true) + " ";
    }
  }
  if (style.colours != Colours::none) bar += "\033[0m";
  return std::string(margin, ' ') + short_number(range.low) + (range.is_cut_low ? " or less" : "") + " |" + bar + "| " +
         short_number(range.high) + (range.is_cut_high ? " or more" : "") + "\n";
}

// One line of the map: its upper and its lower points, as shares of the range of values; NaN where there is no cell.
std::string map_line(const std::vector<double>& upper, const std::vector<double>& lower, const TerminalStyle& style) {
  std::string line;
  std::string last_code;
  for (std::size_t i = 0; i < upper.size(); ++i) {
    if (std::isnan(lower[i]) || std::isnan(upper[i])) {
      // What is left out has the colour of the paper; a half block shows the other half.
      const bool is_lower = std::isnan(upper[i]);
      const double share = is_lower ? lower[i] : upper[i];
      if (style.colours != Colours::none) line += "\033[0m";
      if (!std::isnan(share) && style.has_half_blocks) line += colour_code(share, style.colours, false);
      line += std::isnan(share) || !style.has_half_blocks ? " " : is_lower ? "\u2584" : "\u2580";
      last_code.clear();
      continue;
    }
    if (style.colours == Colours::none) {
      line += ramp[std::min(static_cast<std::size_t>(upper[i] * static_cast<double>(ramp.size())), ramp.size() - 1)];
      continue;
    }
    std::string code = colour_code(lower[i], style.colours, true);
    if (style.has_half_blocks) code += colour_code(upper[i], style.colours, false);
    if (code != last_code) line += code;
    line += style.has_half_blocks ? "\u2580" : " ";
    last_code = code;
  }
  return style.colours == Colours::none ? line : line + "\033[0m";
}

}  // namespace

std::string draw_map(const Surface& surface, MapScale scale, const TerminalStyle& style) {
  const Axis& across = surface.grid.axes[0];
  const Axis& up = surface.grid.axes[1];
  const std::vector<double> values = fitted_values(surface);
  std::vector<double> of_cells;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (!surface.grid.is_left_out(cell)) of_cells.push_back(values[cell]);
  }
  const ValueRange range(std::move(of_cells));
  const std::vector<std::size_t> columns = bins_along(across, scale, map_columns);
  const bool is_halved = style.colours != Colours::none && style.has_half_blocks;
  const std::vector<std::size_t> rows = bins_along(up, scale, is_halved ? 2 * map_lines : map_lines);
  const auto shares = [&](std::size_t row) {
    std::vector<double> result;
    result.reserve(columns.size());
    for (const std::size_t column : columns) {
      const std::size_t cell = column * up.bins() + row;
      result.push_back(surface.grid.is_left_out(cell) ? std::nan("") : range.share(values[cell]));
    }
    return result;
  };
  std::string text = std::string(margin, ' ') + up.name + "\n";
  for (std::size_t line = map_lines; line-- > 0;) {
    const std::string label = line + 1 == map_lines ? short_number(up.highest)
                              : line == 0           ? short_number(up.lowest)
                                                    : "";
    const std::vector<double> lower = shares(rows[is_halved ? 2 * line : line]);
    const std::vector<double> upper = is_halved ? shares(rows[2 * line + 1]) : lower;
    text += left_label(label) + map_line(upper, lower, style) + "\n";
  }
  return text + bottom_labels(across) + "\n" + legend(range, style);
}

std::string draw_curve(const std::string& outcome, const Surface& surface, MapScale scale) {
  constexpr std::size_t lines = 14;
  const std::vector<double> values = fitted_values(surface);
  const auto [low, high] = std::ranges::minmax(values);
  const std::vector<std::size_t> columns = bins_along(surface.grid.axes[0], scale, map_columns);
  std::vector<std::string> picture(lines, std::string(map_columns, ' '));
  std::size_t previous = lines;
  for (std::size_t i = 0; i < map_columns; ++i) {
    if (surface.grid.is_left_out(columns[i])) {
      previous = lines;
      continue;
    }
    const double value = values[columns[i]];
    const double share = high > low ? value / (high - low) - low / (high - low) : 0.5;
    const std::size_t line = std::min(static_cast<std::size_t>(share * lines), lines - 1);
    // A jump is drawn as a riser, so that the eye can follow the steps.
    for (std::size_t j = std::min(line, previous) + 1; previous < lines && j < std::max(line, previous); ++j) {
      picture[j][i] = '|';
    }
    picture[line][i] = '-';
    previous = line;
  }
  std::string text = std::string(margin, ' ') + outcome + "\n";
  for (std::size_t line = lines; line-- > 0;) {
    const std::string label = line + 1 == lines ? short_number(high) : line == 0 ? short_number(low) : "";
    const std::string drawn = left_label(label) + picture[line];
    text += drawn.substr(0, drawn.find_last_not_of(' ') + 1) + "\n";
  }
  return text + bottom_labels(surface.grid.axes[0]);
}

}  // namespace gaptv::cli
