// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gaptv/figures/figure.h"
#include "tests/figures/example_figures.h"
#include "tests/figures/svg_texts.h"

namespace gaptv::testing {
namespace {

// Texts of a figure that have so many characters.
std::size_t texts_of_length(const Figure& figure, std::size_t characters) {
  const std::vector<SvgText> texts = svg_texts(render(figure, FigureFormat::svg));
  return static_cast<std::size_t>(
      std::ranges::count_if(texts, [&](const SvgText& text) { return text.x.size() == characters; }));
}

TEST(Render, HasATitleAboveEverything) {
  Figure figure = figure_of({example_curves()});
  const double height = svg_number(render(figure, FigureFormat::svg), "height");
  figure.title = "A title of 24 characters";
  EXPECT_GT(svg_number(render(figure, FigureFormat::svg), "height"), height + 8);
  EXPECT_EQ(texts_of_length(figure, 24), 1U);
}

TEST(Render, MarksTheEndsOfColoursThatAreCut) {
  MapPanel panel = {.x_edges = {0, 1, 2}, .y_edges = {0, 1}, .values = {100, 5000}};
  Figure figure = figure_of({panel});
  figure.colours.high = 470;
  figure.colours.low = 100;
  EXPECT_EQ(texts_of_length(figure, 5), 1U);  // "≥ 470"
  figure.colours.low = 170;
  EXPECT_EQ(texts_of_length(figure, 5), 2U);  // and "≤ 170"
}

TEST(Render, WritesSharesAsPercentages) {
  Figure figure = figure_of({MapPanel{.x_edges = {0, 1, 2}, .y_edges = {0, 1}, .values = {0.1, 0.9}}});
  const std::size_t plain = texts_of_length(figure, 4);
  figure.colours.is_percent = true;
  EXPECT_GT(texts_of_length(figure, 4), plain + 2);  // "20 %"
}

}  // namespace
}  // namespace gaptv::testing
