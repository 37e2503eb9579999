// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/comparison_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace gaptv {
namespace {

bool spreads_over_a_decade(const std::vector<double>& values) {
  if (values.empty()) return false;
  const auto [low, high] = std::ranges::minmax(values);
  return low > 0 && high > 10 * low;
}

CurvePanel measure_panel(const std::vector<ComparedMethod>& methods, MeanAndError ComparedMethod::*measure) {
  CurvePanel panel;
  Series points = {.has_line = false};
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const ComparedMethod& method = methods[methods.size() - 1 - i];
    panel.y_names.push_back(method.name);
    if (std::isnan((method.*measure).mean)) continue;
    points.x.push_back((method.*measure).mean);
    points.y.push_back(static_cast<double>(i));
    points.x_error.push_back((method.*measure).standard_error);
  }
  panel.series = {std::move(points)};
  return panel;
}

}  // namespace

Figure comparison_figure(const std::vector<ComparedMethod>& methods, const std::string& error_name, double width_mm) {
  Figure figure;
  figure.width_mm = width_mm;
  figure.columns = 3;
  const auto add_panel = [&](MeanAndError ComparedMethod::*measure, const std::string& label, bool may_be_log) {
    CurvePanel panel = measure_panel(methods, measure);
    panel.x_label = label;
    panel.has_log_x = may_be_log && spreads_over_a_decade(panel.series.front().x);
    figure.panels.emplace_back(std::move(panel));
  };
  add_panel(&ComparedMethod::error, error_name, false);
  add_panel(&ComparedMethod::regions, "Regions", true);
  add_panel(&ComparedMethod::seconds, "Seconds", true);
  // A line for each name: boxes are about a quarter of the figure wide.
  constexpr double line_mm = 4.5;
  const double height_mm = line_mm * static_cast<double>(methods.size() + 1);
  figure.height_per_width = std::clamp(height_mm / (width_mm / 4), 0.5, 10.0);
  return figure;
}

}  // namespace gaptv
