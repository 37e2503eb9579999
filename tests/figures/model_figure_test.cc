// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/model_figure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gaptv/base/error.h"
#include "tests/figures/example_figures.h"

namespace gaptv::testing {
namespace {

using Numbers = std::vector<double>;

// An axis from 0 to 10 with these edges.
Axis axis_with(std::string name, Numbers edges) {
  return {.name = std::move(name), .edges = std::move(edges), .bins_requested = 9, .lowest = 0, .highest = 10};
}

// A model with these values, one row of the same value in each cell.
Model model_with(std::vector<Axis> axes, Numbers values) {
  Model model;
  model.surfaces.resize(1);
  model.surfaces.front().grid.axes = std::move(axes);
  for (const double value : values) model.surfaces.front().cells.push_back({1, value, 0});
  model.surfaces.front().beta = std::move(values);
  model.record.outcome = "price";
  find_regions(model.surfaces.front(), model.record.loss);
  return model;
}

const CurvePanel& curves(const Figure& figure, std::size_t panel = 0) {
  return std::get<CurvePanel>(figure.panels.at(panel));
}

const MapPanel& map(const Figure& figure, std::size_t panel = 0) {
  return std::get<MapPanel>(figure.panels.at(panel));
}

void expect_drawn(const Figure& figure) {
  for (const FigureFormat format : all_formats) EXPECT_FALSE(render(figure, format).empty());
}

std::string refusal_of(Figure (*figure_of_model)(const Model&, double), const Model& model) {
  try {
    figure_of_model(model, 84);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MapFigure, OfOneFeatureHasStepsAndMeansOfRows) {
  Model model = model_with({axis_with("x", {2, 6})}, {5, 7, 7});
  model.surfaces.front().cells[0].mean = 4;
  model.surfaces.front().cells[1] = {};                    // no rows
  EXPECT_EQ(curves(map_figure(model)).series.size(), 1U);  // too few rows for a mean
  const Figure figure = map_figure(model, 174, {.min_rows = 1});
  const CurvePanel& panel = curves(figure);
  EXPECT_EQ(panel.x_label, "x");
  EXPECT_EQ(panel.y_label, "price");
  ASSERT_EQ(panel.series.size(), 2U);
  EXPECT_EQ(panel.series[0].x, (Numbers{0, 2, 2, 6, 6, 10}));
  EXPECT_EQ(panel.series[0].y, (Numbers{5, 5, 7, 7, 7, 7}));
  EXPECT_TRUE(panel.series[0].has_line && !panel.series[0].has_markers);
  EXPECT_EQ(panel.series[1].x, (Numbers{1, 8}));
  EXPECT_EQ(panel.series[1].y, (Numbers{4, 7}));
  EXPECT_TRUE(!panel.series[1].has_line && panel.series[1].has_markers);
  expect_drawn(figure);
}

TEST(MapFigure, OfTwoFeaturesHasCellsOnTheTrueScaleAndBorders) {
  const Figure figure = map_figure(model_with({axis_with("a", {1}), axis_with("b", {2, 3})}, {1, 2, 3, 4, 5, 6}), 60);
  const MapPanel& panel = map(figure);
  EXPECT_EQ(figure.panels.size(), 1U);
  EXPECT_EQ(figure.width_mm, 60);
  EXPECT_EQ(panel.x_edges, (Numbers{0, 1, 10}));
  EXPECT_EQ(panel.y_edges, (Numbers{0, 2, 3, 10}));
  EXPECT_EQ(panel.values, (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(panel.x_label, "a");
  EXPECT_EQ(panel.y_label, "b");
  EXPECT_TRUE(panel.has_region_borders);
  EXPECT_EQ(figure.colours.label, "price");
  EXPECT_EQ(figure.colours.palette, ColourScale::Palette::viridis);
  expect_drawn(figure);
}

TEST(MapFigure, NumbersTheRegionsAsTheModelDoes) {
  const Model model = model_with({axis_with("a", {1}), axis_with("b", {2, 3})}, {1, 2, 2, 4, 5, 6});
  const Figure figure = map_figure(model);
  EXPECT_EQ(map(figure).region_numbers, model.surfaces.front().region_of_cell);
}

TEST(MapFigure, LeavesPlacesWithoutRowsBlank) {
  Model model = model_with({axis_with("a", {1}), axis_with("b", {2, 3})}, {1, 2, 3, 4, 5, 6});
  model.record.rows = 600;
  for (CellStats& cell : model.surfaces.front().cells) cell.weight = 100;
  model.surfaces.front().cells[2] = {};
  const Figure figure = map_figure(model);
  for (std::size_t cell = 0; cell < 6; ++cell) EXPECT_EQ(std::isnan(map(figure).values[cell]), cell == 2);
  expect_drawn(figure);
}

TEST(MapFigure, TurnsLatitudeAndLongitudeAsMapsAre) {
  Model model = model_with({axis_with("lat", {1}), axis_with("lon", {2, 3})}, {1, 2, 3, 4, 5, 6});
  for (Axis& axis : model.surfaces.front().grid.axes) axis.lowest = -10;
  const Figure figure = map_figure(model);
  const MapPanel& panel = map(figure);
  EXPECT_EQ(panel.x_label, "lon");
  EXPECT_EQ(panel.y_label, "lat");
  EXPECT_EQ(panel.values, (Numbers{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(panel.region_numbers.size(), 6U);
  EXPECT_NEAR(figure.height_per_width, 1, 1e-12);
  expect_drawn(figure);
}

TEST(MapFigure, EndsColoursBeforeOutliers) {
  Model model = model_with({axis_with("a", {1}), axis_with("b", {2})}, {100, 450, 200, 5000});
  for (Region& region : model.surfaces.front().regions) region.weight = region.value > 1000 ? 1 : 500;
  const Figure figure = map_figure(model);
  EXPECT_EQ(figure.colours.low, 100);
  EXPECT_EQ(figure.colours.high, 450);
  expect_drawn(figure);
}

TEST(MapFigure, HasTheTitleTheUnitOrPercentagesAsAsked) {
  const Model model = model_with({axis_with("a", {1}), axis_with("b", {2})}, {0.1, 0.2, 0.3, 0.4});
  const Figure plain = map_figure(model, 84, {.title = "Prices", .unit = "km"});
  EXPECT_EQ(plain.title, "Prices");
  EXPECT_EQ(plain.colours.label, "price (km)");
  EXPECT_FALSE(plain.colours.is_percent);
  const Figure percent = map_figure(model, 84, {.is_percent = true});
  EXPECT_TRUE(percent.colours.is_percent);
  EXPECT_TRUE(
      curves(map_figure(model_with({axis_with("a", {1})}, {0.1, 0.2}), 84, {.is_percent = true})).has_percent_y);
}

TEST(MapFigure, SaysWhatTheValuesAre) {
  const auto label = [](const std::string& loss, const std::vector<std::string>& classes, const std::string& exposure) {
    Model model = model_with({axis_with("a", {}), axis_with("b", {})}, {0});
    model.record.loss = loss;
    model.record.loss_parameter = 0.5;
    model.record.classes = classes;
    model.record.exposure = exposure;
    find_regions(model.surfaces.front(), loss);
    const Figure figure = map_figure(model);
    EXPECT_EQ(map(figure).values.front(), loss == "binomial" ? 0.5 : loss == "poisson" ? 1 : 0);
    return figure.colours.label;
  };
  EXPECT_EQ(label("gaussian", {}, ""), "price");
  EXPECT_EQ(label("binomial", {}, ""), "Probability of price = 1");
  EXPECT_EQ(label("binomial", {"no", "yes"}, ""), "Probability of price = yes");
  EXPECT_EQ(label("poisson", {}, "days"), "Rate of price per unit of days");
  EXPECT_EQ(label("quantile", {}, ""), "Median of price");
}

TEST(MapFigure, OfThreeFeaturesHasASliceForEachPartThatDiffers) {
  // Along the third axis the values are 1 1 2 for one cell, and 3 3 3 for the other.
  const Model model =
      model_with({axis_with("a", {5}), axis_with("b", {}), axis_with("c", {2.5, 5})}, {1, 1, 2, 3, 3, 3});
  const Figure figure = map_figure(model);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.columns, 2U);
  EXPECT_EQ(map(figure, 0).values, (Numbers{1, 3}));
  EXPECT_EQ(map(figure, 1).values, (Numbers{2, 3}));
  EXPECT_EQ(map(figure, 0).title, "c: 0 to 5");
  EXPECT_EQ(map(figure, 1).title, "c: 5 to 10");
  expect_drawn(figure);
}

TEST(MapFigure, HasSixSlicesAtMost) {
  Numbers edges;
  Numbers values = {0};
  for (int i = 1; i < 30; ++i) {
    edges.push_back(i / 3.0);
    values.push_back(i);
  }
  const Figure figure = map_figure(model_with({axis_with("a", {}), axis_with("b", {}), axis_with("c", edges)}, values));
  ASSERT_EQ(figure.panels.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(map(figure, i).values, (Numbers{static_cast<double>(5 * i + 2)}));
  }
}

Model three_classes(const std::vector<Axis>& axes, const Numbers& values) {
  Model classes;
  for (const char* const label : {"red", "green", "a class with a long name"}) {
    classes.record.classes.emplace_back(label);
    classes.surfaces.push_back(model_with(axes, values).surfaces.front());
    classes.surfaces.back().label = label;
    classes.record.loss = "binomial";
    find_regions(classes.surfaces.back(), classes.record.loss);
  }
  return classes;
}

TEST(MapFigure, OfSeveralClassesHasAPanelForEach) {
  const Figure maps = map_figure(three_classes({axis_with("a", {5}), axis_with("b", {})}, {-1, 1}));
  ASSERT_EQ(maps.panels.size(), 3U);
  EXPECT_EQ(map(maps, 1).title, "green");
  EXPECT_EQ(maps.colours.label, "Probability against the rest");
  EXPECT_NEAR(map(maps, 2).values[1], 1 / (1 + std::exp(-1.0)), 1e-12);
  expect_drawn(maps);
  const Figure steps = map_figure(three_classes({axis_with("a", {5})}, {-1, 1}));
  EXPECT_EQ(curves(steps, 1).title, "green");
  EXPECT_EQ(curves(steps, 1).y_label, "Probability");
  expect_drawn(steps);
  const Model solid =
      three_classes({axis_with("a", {}), axis_with("b", {}), axis_with("c", {1, 2, 3, 4, 5})}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(map_figure(solid, 174).columns, 3U);
  const Figure slices = map_figure(solid);
  ASSERT_EQ(slices.panels.size(), 9U);
  EXPECT_EQ(slices.columns, 3U);
  EXPECT_EQ(map(slices, 0).title, "red: 1 to 2");
  EXPECT_EQ(map(slices, 6).title, "a clas\u2026: 1 to 2");
  EXPECT_TRUE(has_text(slices.colours.label, ": c")) << slices.colours.label;
  expect_drawn(slices);
}

TEST(MapFigure, IsDrawnWhateverTheNamesHold) {
  std::string all_bytes;
  for (int i = 0; i < 256; ++i) all_bytes += static_cast<char>(i);
  for (const std::string& name :
       {std::string(), all_bytes, std::string(1'000'000, 'w'), std::string("\xff\xfe\0", 3)}) {
    for (std::size_t axes = 1; axes <= 3; ++axes) {
      Model classes = three_classes(std::vector<Axis>(axes, axis_with(name, {})), {1});
      for (std::string& label : classes.record.classes) label = name;
      classes.record.outcome = name;
      EXPECT_FALSE(render(map_figure(classes), FigureFormat::svg).empty());
      classes.surfaces.resize(1);
      classes.record.classes = {name, name};
      EXPECT_FALSE(render(map_figure(classes), FigureFormat::pdf).empty());
    }
  }
}

Model model_with_curves() {
  Model model = model_with({axis_with("a", {5}), axis_with("b", {})}, {1, 2});
  model.surfaces.front().record.cv.lambdas = {100, 10, 1, 0};
  model.surfaces.front().record.cv.mean = {4, 2, 3, 5};
  model.surfaces.front().record.cv.standard_error = {0.4, 0.2, 0.3, 0.5};
  model.surfaces.front().record.lambda = 10;
  model.surfaces.front().record.gap.bins = {2, 3, 4};
  model.surfaces.front().record.gap.log_w = {5, 7, -std::numeric_limits<double>::infinity()};
  model.surfaces.front().record.gap.gap = {3, 1, std::numeric_limits<double>::infinity()};
  return model;
}

TEST(PathFigure, HasTheHeldOutErrorsAndTheChosenLambda) {
  const Figure figure = path_figure(model_with_curves());
  const CurvePanel& panel = curves(figure);
  EXPECT_TRUE(panel.has_log_x);
  EXPECT_EQ(panel.series.at(0).x, (Numbers{100, 10, 1}));
  EXPECT_EQ(panel.series.at(0).y, (Numbers{4, 2, 3}));
  EXPECT_EQ(panel.series.at(0).error, (Numbers{0.4, 0.2, 0.3}));
  ASSERT_EQ(panel.marks.size(), 1U);
  EXPECT_EQ(panel.marks[0].at, 10);
  EXPECT_TRUE(panel.marks[0].is_vertical);
  EXPECT_EQ(panel.marks[0].label, "\u03bb = 10");
  expect_drawn(figure);
}

TEST(PathFigure, HasNoMarkAtALambdaOfZero) {
  Model model = model_with_curves();
  model.surfaces.front().record.lambda = 0;
  EXPECT_TRUE(curves(path_figure(model)).marks.empty());
}

TEST(PathFigure, IsRefusedWithoutHeldOutErrors) {
  Model model = model_with_curves();
  model.surfaces.front().record.cv.lambdas = {0, 0, 0, 0};
  EXPECT_TRUE(has_text(refusal_of(path_figure, model), "every lambda that was tried is 0"));
  model.surfaces.front().record.cv = {};
  EXPECT_TRUE(has_text(refusal_of(path_figure, model), "lambda was not chosen by cross-validation"));
  model.surfaces.front().record.leaves = 2;
  EXPECT_TRUE(has_text(refusal_of(path_figure, model), "tree was not pruned"));
}

TEST(GapFigure, HasTheCurveAndItsSmallestValue) {
  const Figure figure = gap_figure(model_with_curves());
  const CurvePanel& panel = curves(figure);
  EXPECT_EQ(panel.series.at(0).x, (Numbers{2, 3, 4}));
  EXPECT_EQ(panel.series.at(0).y[0], 3);
  EXPECT_TRUE(std::isnan(panel.series.at(0).y[2]));
  ASSERT_EQ(panel.marks.size(), 1U);
  EXPECT_EQ(panel.marks[0].at, 3);
  EXPECT_EQ(panel.marks[0].label, "smallest: 3");
  expect_drawn(figure);
}

TEST(GapFigure, IsRefusedWithoutACurve) {
  Model model = model_with_curves();
  model.surfaces.front().record.gap.gap = {not_a_number, not_a_number, not_a_number};
  EXPECT_TRUE(has_text(refusal_of(gap_figure, model), "not finite"));
  model.surfaces.front().record.gap = {};
  EXPECT_TRUE(has_text(refusal_of(gap_figure, model), "no number of bins was tried"));
  model.surfaces.front().record.leaves = 2;
  EXPECT_TRUE(has_text(refusal_of(gap_figure, model), "a tree cuts where it splits"));
}

TEST(PathFigure, OfSeveralClassesHasAPanelForEachModelButOneForATree) {
  Model classes;
  for (const char* const label : {"red", "green", "blue"}) {
    classes.record.classes.emplace_back(label);
    classes.surfaces.push_back(model_with_curves().surfaces.front());
    classes.surfaces.back().label = label;
  }
  for (const auto figure_of_model : {path_figure, gap_figure}) {
    const Figure figure = figure_of_model(classes, 84);
    ASSERT_EQ(figure.panels.size(), 3U);
    EXPECT_EQ(curves(figure, 2).title, "blue");
    expect_drawn(figure);
  }
  for (Surface& surface : classes.surfaces) surface.record.leaves = 4;
  const Figure figure = path_figure(classes);
  ASSERT_EQ(figure.panels.size(), 1U);
  EXPECT_EQ(curves(figure).title, "");
}

}  // namespace
}  // namespace gaptv::testing
