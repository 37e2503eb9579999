// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/figures/figure.h"
#include "tests/figures/example_figures.h"

namespace gaptv::testing {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The message of the refusal; empty if the figure is drawn.
std::string refusal(const Figure& figure) {
  try {
    render(figure, FigureFormat::svg);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

void expect_refusal(const Figure& figure, const std::vector<std::string>& parts) {
  const std::string message = refusal(figure);
  EXPECT_NE(message, "") << parts.front();
  for (const std::string& part : parts)
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks " << part;
}

Figure curves_with(const std::function<void(CurvePanel&)>& change) {
  CurvePanel panel = example_curves();
  change(panel);
  return figure_of({example_curves(), panel});
}

Figure map_with(const std::function<void(MapPanel&)>& change) {
  MapPanel panel = {.x_edges = {0, 1, 2}, .y_edges = {0, 1}, .values = {1, 2}};
  change(panel);
  return figure_of({panel});
}

TEST(RefusedFigure, HasNoPanelsOrNoRoomForThem) {
  expect_refusal({}, {"no panels"});
  Figure figure = figure_of({example_curves()});
  figure.columns = 0;
  expect_refusal(figure, {"columns is 0"});
  for (const double width : {0.0, -84.0, 1e9, infinite, not_a_number}) {
    expect_refusal(figure_of({example_curves()}, 1, width), {"width_mm"});
  }
  figure = figure_of({example_curves()});
  figure.height_per_width = -1;
  expect_refusal(figure, {"height_per_width"});
  expect_refusal(figure_of(std::vector<FigurePanel>(12, example_curves()), 12), {"84 mm", "12 panels", "wider"});
  expect_refusal(figure_of(std::vector<FigurePanel>(100, example_curves())), {"mm high", "more columns"});
}

TEST(RefusedFigure, SaysWhichSeriesHasLengthsThatDoNotFit) {
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series[1].y.pop_back(); }),
                 {"panel 2, series 2 'CART'", "3 values of x, but 2 of y"});
  expect_refusal(curves_with([](CurvePanel& panel) {
                   panel.series[0].x_error = {1, 1};
                 }),
                 {"panel 2, series 1", "x_error"});
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series[0].error.pop_back(); }),
                 {"panel 2, series 1 'GapTV'", "2 of error"});
}

TEST(RefusedFigure, HasASeriesWithNothingToDraw) {
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series[0].has_line = panel.series[0].has_markers = false; }),
                 {"series 1", "neither a line nor markers"});
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series.clear(); }), {"panel 2", "no series"});
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series[0] = {.name = "x"}; }), {"'x'", "no points"});
  expect_refusal(curves_with([](CurvePanel& panel) {
                   for (double& y : panel.series[1].y) y = not_a_number;
                 }),
                 {"'CART'", "every y is NaN"});
}

TEST(RefusedFigure, HasValuesThatCannotBeDrawn) {
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series[0].x[1] = not_a_number; }), {"x[1]"});
  for (const double value : {infinite, -infinite, 1e200}) {
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.series[0].x[1] = value; }), {"x[1]"});
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.series[0].y[2] = value; }), {"y[2]"});
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.series[0].error[0] = value; }), {"error[0]"});
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.marks = {{true, value, ""}}; }), {"mark[0]"});
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.x_ticks = {1, value}; }), {"x_ticks[1]"});
    expect_refusal(map_with([&](MapPanel& panel) { panel.values[1] = value; }), {"values[1]"});
    expect_refusal(map_with([&](MapPanel& panel) { panel.x_edges[2] = value; }), {"x_edges[2]"});
  }
  expect_refusal(curves_with([](CurvePanel& panel) { panel.series[0].error[0] = -1; }), {"error[0]", "negative"});
  expect_refusal(curves_with([](CurvePanel& panel) {
                   panel.series[0].x_error = {1, -1, 1};
                 }),
                 {"x_error[1]", "negative"});
}

TEST(RefusedFigure, HasZeroOrLessOnALogAxis) {
  expect_refusal(curves_with([](CurvePanel& panel) {
                   panel.has_log_y = true;
                   panel.y_names = {"a"};
                 }),
                 {"names on a log axis"});
  for (const double value : {0.0, -1.0}) {
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.series[0].x[0] = value; }), {"x[0]", "log axis"});
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.marks = {{true, value, ""}}; }), {"mark[0]", "log axis"});
    expect_refusal(curves_with([&](CurvePanel& panel) { panel.x_ticks = {value}; }), {"x_ticks[0]", "log axis"});
    const auto with_y = [&](bool has_log_y) {
      return curves_with([&](CurvePanel& panel) {
        panel.has_log_y = has_log_y;
        panel.series[0].y[0] = value;
      });
    };
    expect_refusal(with_y(true), {"y[0]", "log axis"});
    EXPECT_EQ(refusal(with_y(false)), "");
  }
}

TEST(RefusedFigure, HasAnAxisWithoutSeries) {
  expect_refusal(curves_with([](CurvePanel& panel) {
                   for (Series& series : panel.series) series.is_on_second_axis = true;
                 }),
                 {"second axis"});
  expect_refusal(curves_with([](CurvePanel& panel) { panel.second_y_label = "right"; }), {"second axis"});
}

TEST(RefusedFigure, HasAMapWhoseNumbersDoNotFit) {
  expect_refusal(map_with([](MapPanel& panel) { panel.values.push_back(3); }), {"panel 1", "3 values", "2 x 1 cells"});
  expect_refusal(map_with([](MapPanel& panel) { panel.region_numbers = {1}; }),
                 {"panel 1", "2 values", "1 region_numbers"});
  expect_refusal(map_with([](MapPanel& panel) { panel.y_edges = {0}; }), {"y_edges"});
  expect_refusal(map_with([](MapPanel& panel) { panel.x_edges = {0, 2, 2}; }), {"x_edges[2]"});
  expect_refusal(map_with([](MapPanel& panel) {
                   panel.values = {not_a_number, not_a_number};
                 }),
                 {"every value is NaN"});
}

TEST(RefusedFigure, HasColoursWithoutARange) {
  const auto with_colours = [](const ColourScale& colours) {
    Figure figure = map_with([](MapPanel&) {});
    figure.colours = colours;
    return figure;
  };
  const auto diverging = ColourScale::Palette::diverging;
  expect_refusal(with_colours({.low = 3.0, .high = 3.0}), {"colours", "limits"});
  expect_refusal(with_colours({.low = 5.0}), {"colours", "limits"});
  expect_refusal(with_colours({.low = infinite}), {"colours", "low"});
  expect_refusal(with_colours({.palette = diverging, .midpoint = 0, .low = 1.0, .high = 2.0}), {"midpoint"});
  EXPECT_EQ(refusal(with_colours({.palette = diverging, .midpoint = 7})), "");
}

}  // namespace
}  // namespace gaptv::testing
