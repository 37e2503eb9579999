// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/figure.h"

#include <cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/base/parallel.h"
#include "tests/figures/example_figures.h"
#include "tests/figures/svg_texts.h"
#include "tests/oracles/temporary_folder.h"

namespace gaptv::testing {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;  // 0xrrggbb, rows from the top

  std::size_t count(std::uint32_t colour) const { return static_cast<std::size_t>(std::ranges::count(pixels, colour)); }
};

Picture decoded(const std::string& png) {
  struct Reader {
    const std::string& bytes;
    std::size_t position = 0;
  } reader = {png};
  const auto read = [](void* closure, unsigned char* data, unsigned int length) {
    auto& source = *static_cast<Reader*>(closure);
    if (source.bytes.size() - source.position < length) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(data, source.bytes.data() + source.position, length);
    source.position += length;
    return CAIRO_STATUS_SUCCESS;
  };
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create_from_png_stream(read, &reader), cairo_surface_destroy);
  EXPECT_EQ(cairo_surface_status(surface.get()), CAIRO_STATUS_SUCCESS);
  Picture picture = {cairo_image_surface_get_width(surface.get()), cairo_image_surface_get_height(surface.get()), {}};
  const unsigned char* const data = cairo_image_surface_get_data(surface.get());
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, data + y * cairo_image_surface_get_stride(surface.get()) + 4 * x, sizeof pixel);
      picture.pixels.push_back(pixel & 0xffffffU);
    }
  }
  return picture;
}

// The numbers of a PNG are written with the high byte first.
std::uint32_t number_at(const std::string& png, std::size_t position) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8U | static_cast<unsigned char>(png[position + i]);
  return number;
}

Figure mixed_figure() {
  Random random(1);
  CurvePanel curves = example_curves();
  curves.marks = {{true, 80, "chosen"}, {false, 1.2, "noise"}};
  return figure_of({curves, random_map(20, 30, 5, random), random_map(7, 5, 5, random)}, 2);
}

TEST(Render, GivesTheSameBytesAgainAlsoAfterOtherFigures) {
  for (const FigureFormat format : all_formats) {
    const std::string first = render(mixed_figure(), format);
    render(figure_of({example_curves()}), format);
    EXPECT_EQ(render(mixed_figure(), format), first);
  }
}

TEST(Render, GivesTheSameBytesInSeveralThreadsAtOnce) {
  for (const FigureFormat format : all_formats) {
    std::vector<std::string> files(8);
    parallel_for(files.size(), 4, [&](std::size_t i) { files[i] = render(mixed_figure(), format); });
    for (const std::string& file : files) EXPECT_EQ(file, files.front());
  }
}

TEST(Render, WritesAPdfWithTheFontAndWithoutADate) {
  const std::string pdf = render(mixed_figure(), FigureFormat::pdf);
  EXPECT_TRUE(pdf.starts_with("%PDF-1.4"));
  EXPECT_TRUE(pdf.ends_with("%%EOF\n"));
  EXPECT_TRUE(has(pdf, "/FontFile"));
  EXPECT_TRUE(has(pdf, "+DejaVuSans"));
  EXPECT_FALSE(has(pdf, "CreationDate"));
  EXPECT_TRUE(has(pdf, "/Count 1\n"));  // pages
}

TEST(Render, WritesAPngOfTheRightSizeAtThreeHundredDotsPerInch) {
  const Figure figure = mixed_figure();
  const std::string png = render(figure, FigureFormat::png);
  EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(png.substr(12, 4), "IHDR");
  EXPECT_EQ(number_at(png, 16), static_cast<std::uint32_t>(std::lround(figure.width_mm / 25.4 * 300)));
  EXPECT_EQ(png.substr(37, 4), "pHYs");
  EXPECT_EQ(number_at(png, 41), static_cast<std::uint32_t>(std::lround(300 / 0.0254)));
  const Picture picture = decoded(png);
  EXPECT_EQ(picture.width, static_cast<int>(number_at(png, 16)));
  EXPECT_EQ(picture.height, static_cast<int>(number_at(png, 20)));
}

TEST(Render, HasOneLayoutForAllFormats) {
  const Figure figure = mixed_figure();
  const std::string svg = render(figure, FigureFormat::svg);
  const std::string png = render(figure, FigureFormat::png);
  const std::string_view opening = std::string_view(svg).substr(svg.find("<svg"));
  EXPECT_EQ(std::lround(svg_number(opening, "width") * 300 / 72), static_cast<long>(number_at(png, 16)));
  EXPECT_EQ(std::lround(svg_number(opening, "height") * 300 / 72), static_cast<long>(number_at(png, 20)));
}

TEST(Render, WritesXmlWhateverTheTextsHold) {
  Figure figure = mixed_figure();
  std::string all_bytes;
  for (int i = 0; i < 256; ++i) all_bytes += static_cast<char>(i);
  auto& curves = std::get<CurvePanel>(figure.panels[0]);
  curves.title = "<&>\"' ]]> \u03bb \U0001F600";
  curves.x_label = all_bytes;
  curves.y_label = std::string(1'000'000, 'w');
  curves.series[0].name = std::string("a\0b", 3);
  curves.marks[0].label = "\xed\xa0\x80 \xef\xbf\xbe \xc0\x80";
  figure.colours.label = "\xff\xfe</svg>";
  const TemporaryFolder folder;
  const std::string path = folder.file("figure.svg");
  std::ofstream(path, std::ios::binary) << render(figure, FigureFormat::svg);
  const std::string command = "python3 -c 'import sys, xml.etree.ElementTree as e; e.parse(sys.argv[1])' " + path;
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(render(figure, FigureFormat::pdf).ends_with("%%EOF\n"));
}

TEST(Render, KeepsAllTextsOnThePage) {
  Figure figure = mixed_figure();
  auto& curves = std::get<CurvePanel>(figure.panels[0]);
  curves.title = curves.x_label = curves.y_label = std::string(300, 'm');
  curves.series[0].name = std::string(500, 'm');
  figure.colours.label = std::string(500, 'm');
  const std::string svg = render(figure, FigureFormat::svg);
  const std::string_view opening = std::string_view(svg).substr(svg.find("<svg"));
  for (const SvgText& text : svg_texts(svg)) {
    EXPECT_GE(std::ranges::min(text.x), 0);
    EXPECT_LE(std::ranges::max(text.x), svg_number(opening, "width"));
    EXPECT_GE(std::ranges::min(text.y), 0);
    EXPECT_LE(std::ranges::max(text.y), svg_number(opening, "height"));
  }
}

TEST(Render, WritesNumbersOfAnAxisThatNeverTouch) {
  constexpr double digit_width = 4.45;  // of DejaVu Sans at 7 points
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    CurvePanel panel;
    panel.has_log_x = trial % 2 == 0;
    panel.series = {{.x = {}, .y = {}}};
    const double size = std::pow(10.0, 12 * random.uniform() - 6);
    for (int i = 0; i < 12; ++i) panel.series[0].x.push_back(size * (1 + 300 * random.uniform() * (trial % 3)));
    panel.series[0].y = panel.series[0].x;
    if (trial % 4 < 2) panel.x_ticks = panel.series[0].x;
    const std::vector<SvgText> texts = svg_texts(render(figure_of({panel, panel}, 2, 110 + trial), FigureFormat::svg));
    for (const SvgText& a : texts) {
      for (const SvgText& b : texts) {
        if (&a == &b || std::abs(a.y[0] - b.y[0]) > 5) continue;
        EXPECT_TRUE(a.x.back() + digit_width < b.x.front() || b.x.back() + digit_width < a.x.front()) << trial;
      }
    }
  }
}

TEST(Render, NamesEachSeriesOnceForAllPanels) {
  const auto letters = [](const Figure& figure) {
    std::size_t count = 0;
    for (const SvgText& text : svg_texts(render(figure, FigureFormat::svg))) count += text.x.size();
    return count;
  };
  CurvePanel named = example_curves();
  CurvePanel unnamed = named;
  for (Series& series : unnamed.series) series.name.clear();
  EXPECT_EQ(letters(figure_of({named, named})), letters(figure_of({unnamed, unnamed})) + 9);  // GapTV and CART
}

// Red, the colour of marks, as Cairo writes it.
std::string mark_path(std::string svg) {
  std::erase(svg, ' ');
  const std::size_t colour = svg.find("rgb(78.431373%,0%,0%)");
  if (colour == std::string::npos) return "";
  const std::size_t path = svg.find("d=\"", colour);
  return svg.substr(path, svg.find('"', path + 3) - path);
}

TEST(Render, DrawsALineForEachMark) {
  CurvePanel panel = example_curves();
  EXPECT_EQ(mark_path(render(figure_of({panel}), FigureFormat::svg)), "");
  panel.marks = {{true, 60, ""}, {true, 70, ""}, {false, 1.1, ""}};
  const std::string path = mark_path(render(figure_of({panel}), FigureFormat::svg));
  EXPECT_EQ(count_of(path, "M"), 3U);
  EXPECT_EQ(count_of(path, "L"), 3U);
}

TEST(Render, LeavesAGapWhereThereIsNoValue) {
  const auto blue_pixels = [](std::vector<double> y) {
    CurvePanel panel;
    panel.series = {{.x = {1, 2, 3, 4, 5, 6}, .y = std::move(y)}};
    return decoded(render(figure_of({panel}), FigureFormat::png)).count(0x0072b2);
  };
  const std::size_t whole = blue_pixels({0, 1, 0, 1, 0, 1});
  const std::size_t with_gap = blue_pixels({0, 1, 0, not_a_number, 0, 1});
  const std::size_t lone_point = blue_pixels({0, not_a_number, 0, not_a_number, 0, 1});
  EXPECT_LT(with_gap, 4 * whole / 5);
  EXPECT_LT(lone_point, with_gap);
  EXPECT_GT(lone_point, 0U);
}

TEST(Render, DrawsErrorBarsWhereThereAreErrors) {
  const auto blue_pixels = [](std::vector<double> error) {
    CurvePanel panel;
    // A second series keeps the axes as they are.
    panel.series = {{.x = {1, 2, 3}, .y = {1, 1, 1}, .error = std::move(error)},
                    {.name = "b", .x = {1, 3}, .y = {0, 9}}};
    return decoded(render(figure_of({panel}), FigureFormat::png)).count(0x0072b2);
  };
  const std::size_t none = blue_pixels({});
  EXPECT_EQ(blue_pixels({not_a_number, not_a_number, not_a_number}), none);
  EXPECT_GT(blue_pixels({not_a_number, 1, not_a_number}), none + 50);
  EXPECT_GT(blue_pixels({1, 1, not_a_number}), blue_pixels({not_a_number, 1, not_a_number}) + 50);
}

// Pixels in the colour of the first series, within a panel whose axes do not depend on it.
std::size_t pixels_of_first(Series series) {
  CurvePanel panel;
  panel.series = {std::move(series), {.name = "b", .x = {0, 200}, .y = {0, 9}}};
  return decoded(render(figure_of({panel}), FigureFormat::png)).count(0x0072b2);
}

TEST(Render, DrawsErrorBarsAlongX) {
  const std::size_t none = pixels_of_first({.x = {50, 100}, .y = {1, 1}});
  const std::size_t one = pixels_of_first({.x = {50, 100}, .y = {1, 1}, .x_error = {40, not_a_number}});
  EXPECT_GT(one, none + 50);
  EXPECT_GT(pixels_of_first({.x = {50, 100}, .y = {1, 1}, .x_error = {40, 40}}), one + 50);
}

TEST(Render, DrawsPointsWithoutALineAndLinesWithoutPoints) {
  Series series;
  for (int i = 0; i < 200; i += 4) {
    series.x.push_back(i);
    series.y.push_back(i % 8);
  }
  Series points = series;
  points.has_line = false;
  Series line = series;
  line.has_markers = false;
  Series few_points = points;
  few_points.x.resize(25);
  few_points.y.resize(25);
  // Twice the points have twice the area: all have a marker.
  const auto area_of_points = static_cast<double>(pixels_of_first(points));
  EXPECT_NEAR(area_of_points / static_cast<double>(pixels_of_first(few_points)), 2, 0.1);
  EXPECT_LT(pixels_of_first(line), pixels_of_first(series));
  points.x = line.x = {100, 100};
  points.y = line.y = {1, 8};
  EXPECT_GT(pixels_of_first(line), 2 * pixels_of_first(points));
}

TEST(Render, NamesOfTheLeftAxisAreDrawnOnceForPanelsBesideEachOther) {
  const auto texts_with_letters = [](std::size_t columns) {
    CurvePanel panel = {.y_names = {"a method", std::string(1000, 'm')}};
    panel.series = {{.x = {1, 2}, .y = {0, 1}, .has_line = false}};
    std::vector<std::size_t> lengths;
    for (const SvgText& text : svg_texts(render(figure_of({panel, panel}, columns, 174), FigureFormat::svg))) {
      if (text.x.size() >= 8) lengths.push_back(text.x.size());
    }
    return lengths;
  };
  EXPECT_EQ(texts_with_letters(2), (std::vector<std::size_t>{8, 12}));
  EXPECT_EQ(texts_with_letters(1), (std::vector<std::size_t>{8, 12, 8, 12}));
}

TEST(Render, DrawsAMapWhoseAxisSpansAFewRoundingErrors) {
  MapPanel panel = {.x_edges = {1e16, 1e16 + 4}, .y_edges = {0, 5e-324}, .values = {1}};
  for (const FigureFormat format : all_formats) EXPECT_FALSE(render(figure_of({panel}), format).empty());
}

TEST(Render, DrawsAnErrorBarThatReachesBelowZeroOnALogAxis) {
  CurvePanel panel = example_curves();
  panel.has_log_y = true;
  panel.series[0].error = panel.series[0].x_error = {500, 500, 500};
  EXPECT_FALSE(render(figure_of({panel}), FigureFormat::png).empty());
}

TEST(Render, MapsShowOnlyTheColoursOfTheirValues) {
  MapPanel panel = {.x_edges = {0, 1, 3}, .y_edges = {0, 1, 2}, .values = {0, 1, not_a_number, 1}};
  const Picture picture = decoded(render(figure_of({panel}), FigureFormat::png));
  const double low = static_cast<double>(picture.count(0x440154));
  const double high = static_cast<double>(picture.count(0xfde725));
  // The areas are 1 and 3; the colour bar, antialiased letters and the frame change them by a few per cent.
  EXPECT_NEAR(high / low, 3, 0.1);
}

TEST(Render, HatchesCellsWithoutData) {
  MapPanel panel = {.x_edges = {0, 1, 3}, .y_edges = {0, 1, 2}, .values = {0, 1, not_a_number, 1}};
  MapPanel full = panel;
  full.values[2] = 1;
  constexpr std::uint32_t grey = 0xbebebe;
  EXPECT_LT(decoded(render(figure_of({full}), FigureFormat::png)).count(grey), 20U);  // of letters
  EXPECT_GT(decoded(render(figure_of({panel}), FigureFormat::png)).count(grey), 100U);
  // In the vector formats they are lines within the place.
  EXPECT_NE(render(figure_of({panel}), FigureFormat::svg).find("rgb(74.5"), std::string::npos);
}

TEST(Render, SharesTheNumbersOfEqualAxesOfMaps) {
  Random random(5);
  MapPanel panel = random_map(4, 4, 3, random);
  MapPanel other = panel;
  for (double& edge : other.y_edges) edge += 1;
  const auto texts = [](std::vector<FigurePanel> panels) {
    return svg_texts(render(figure_of(std::move(panels), 2, 174), FigureFormat::svg)).size();
  };
  EXPECT_LT(texts({panel, panel}), texts({panel, other}));
}

TEST(Render, LargeMapsStaySmallFiles) {
  constexpr std::size_t most_bytes = 1'500'000;  // what mail and web pages take without a murmur
  Random random(4);
  for (const std::size_t levels : {2U, 12U, 10000U}) {
    MapPanel panel = random_map(200, 200, levels, random);
    panel.has_region_borders = true;
    EXPECT_LT(render(figure_of({panel}), FigureFormat::svg).size(), most_bytes) << levels;
    EXPECT_LT(render(figure_of({panel}), FigureFormat::pdf).size(), most_bytes) << levels;
  }
}

TEST(Render, DrawsExtremeValues) {
  for (const double scale : {1e-310, 1e-100, 1e-9, 1.0, 1e8, 1e149}) {
    for (const bool has_log : {false, true}) {
      if (has_log && scale < 1e-150) continue;
      CurvePanel panel;
      panel.has_log_x = panel.has_log_y = has_log;
      panel.series = {{.x = {scale, 2 * scale}, .y = {scale, scale}},
                      {.name = "b", .x = {scale}, .y = {scale * 1.0000001}}};
      EXPECT_FALSE(render(figure_of({panel}), FigureFormat::svg).empty());
    }
  }
  CurvePanel wide;
  wide.has_log_x = true;
  wide.series = {{.x = {1e-150, 1e150}, .y = {-1e150, 1e150}}};
  EXPECT_FALSE(render(figure_of({wide}), FigureFormat::svg).empty());
}

}  // namespace
}  // namespace gaptv::testing
