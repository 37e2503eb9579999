// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/comparison_figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/figures/example_figures.h"
#include "tests/figures/svg_texts.h"

namespace gaptv::testing {
namespace {

std::vector<ComparedMethod> two_methods() {
  return {{.name = "first", .error = {1.5, 0.1}, .regions = {20, 2}, .seconds = {0.5, 0.1}},
          {.name = "second", .error = {2, 0.2}, .regions = {400, 9}, .seconds = {0, 0}}};
}

const CurvePanel& panel_of(const Figure& figure, std::size_t panel) {
  return std::get<CurvePanel>(figure.panels.at(panel));
}

TEST(ComparisonFigure, HasThreePanelsWithTheFirstMethodAtTheTop) {
  const Figure figure = comparison_figure(two_methods(), "RMSE", 174);
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_EQ(figure.columns, 3U);
  EXPECT_EQ(figure.width_mm, 174);
  const CurvePanel& errors = panel_of(figure, 0);
  EXPECT_EQ(errors.x_label, "RMSE");
  EXPECT_EQ(errors.y_names, (std::vector<std::string>{"second", "first"}));
  EXPECT_EQ(errors.series.at(0).x, (std::vector<double>{2, 1.5}));
  EXPECT_EQ(errors.series.at(0).y, (std::vector<double>{0, 1}));
  EXPECT_EQ(errors.series.at(0).x_error, (std::vector<double>{0.2, 0.1}));
  EXPECT_FALSE(errors.series.at(0).has_line);
  EXPECT_EQ(panel_of(figure, 1).x_label, "Regions");
  EXPECT_EQ(panel_of(figure, 2).x_label, "Seconds");
  for (const FigureFormat format : all_formats) EXPECT_FALSE(render(figure, format).empty());
}

TEST(ComparisonFigure, HasALogAxisOnlyWhereItHelpsAndIsPossible) {
  const Figure figure = comparison_figure(two_methods(), "RMSE");
  EXPECT_FALSE(panel_of(figure, 0).has_log_x);
  EXPECT_TRUE(panel_of(figure, 1).has_log_x);
  EXPECT_FALSE(panel_of(figure, 2).has_log_x);  // a value of 0
}

TEST(ComparisonFigure, LeavesOutWhatAMethodDoesNotHave) {
  std::vector<ComparedMethod> methods = two_methods();
  methods[0].error = {not_a_number, not_a_number};
  methods[1].error.standard_error = not_a_number;
  const Figure figure = comparison_figure(methods, "RMSE");
  EXPECT_EQ(panel_of(figure, 0).series.at(0).x, (std::vector<double>{2}));
  EXPECT_EQ(panel_of(figure, 0).y_names.size(), 2U);
  for (const FigureFormat format : all_formats) EXPECT_FALSE(render(figure, format).empty());
}

TEST(ComparisonFigure, ShowsEveryNameOfManyMethods) {
  constexpr std::size_t count = 30;
  const std::vector<ComparedMethod> methods(count, {std::string(2000, '\n'), {1, 1}, {2, 1}, {3, 1}});
  for (const double width_mm : {84.0, 174.0}) {
    const std::string svg = render(comparison_figure(methods, "RMSE", width_mm), FigureFormat::svg);
    EXPECT_EQ(std::ranges::count_if(svg_texts(svg), [](const SvgText& text) { return text.x.size() == 12; }), 30);
  }
}

}  // namespace
}  // namespace gaptv::testing
