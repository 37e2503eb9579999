// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gaptv/base/export.h"

namespace gaptv {

// These are figures for papers: plain data go in, the bytes of a file come out. One drawing gives all formats: SVG
// (texts as outlines), PDF (fonts embedded, texts can be searched) and PNG (300 dots per inch).
//
// Texts come from anywhere: control characters and bytes that are no UTF-8 are shown as the replacement character, and
// a text too long for its place is cut and ends in an ellipsis. Characters that the font lacks are shown as boxes.
enum class FigureFormat { svg, pdf, png };

// The points (x[i], y[i]) are joined in their order. Series of one name look alike in all panels, and the legend below
// the panels names them once; without a name a series is not in the legend. Long lines have a marker at every n-th
// point only, and no error bars that would touch. Points without a line have a marker each, the more the smaller, and
// lie below the lines of the panel.
struct Series {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};        // NaN = a gap in the line
  std::vector<double> error = {};    // half the length of the bar at each point, NaN = no bar there; empty = no bars
  std::vector<double> x_error = {};  // what error is, along x
  bool has_line = true;
  bool has_markers = true;
  bool is_on_second_axis = false;
};

// A Mark is a dashed red line across the panel. The label is above the panel if the line is vertical, else in the
// legend: it never covers data.
struct Mark {
  bool is_vertical = true;
  double at = 0;  // on the left axis if the line is horizontal
  std::string label = {};
};

// The axes span all points, error bars and marks. The axis on the right is there if a series is on it.
struct CurvePanel {
  std::string title = {};
  std::string x_label = {};
  std::string y_label = {};
  std::string second_y_label = {};
  bool has_log_x = false;
  bool has_log_y = false;
  bool has_log_second_y = false;
  bool has_percent_y = false;        // numbers on the left axis are shares, written as 84 %
  std::vector<double> x_ticks = {};  // where ticks are wanted (50, 100, 200 on a log axis); empty = at round numbers
  // If there are any, they stand instead of numbers on the left axis: the names of y = 0, 1, 2, ... upwards, each cut
  // to 12 characters. Where the panel on the left has the same names, they are drawn there only.
  std::vector<std::string> y_names = {};
  std::vector<Series> series = {};
  std::vector<Mark> marks = {};
};

// Shows a map of cells on the true scale, x to the right and y upwards. Where the map on the left has the same y_edges
// and y_label, or the one below the same x_edges and x_label, the numbers and the label are drawn there only.
struct MapPanel {
  std::string title = {};
  std::string x_label = {};
  std::string y_label = {};
  std::vector<double> x_edges = {};  // borders of cells, ascending
  std::vector<double> y_edges = {};
  std::vector<double> values = {};    // x cells times y cells, y running fastest; NaN = no data: white and hatched
  std::vector<bool> is_outside = {};  // of these NaN, those beyond the map: white; empty = none
  bool has_region_borders = false;    // thin lines between cells of different value
  // Thin lines over the map: points in the units of its edges, which lie within them.
  std::vector<std::vector<std::array<double, 2>>> outline = {};
  // The number of each cell's region, or none; it is written once in every region that has room for it.
  std::vector<std::size_t> region_numbers = {};
};

// Chooses the colours of all maps of a figure, with one bar at the right.
struct ColourScale {
  enum class Palette { viridis, diverging };
  Palette palette = Palette::viridis;
  double midpoint = 0;  // diverging only: the value that is white; equal distances from it have equal strength
  // Values beyond these limits have the colour of the end, and the bar has a point there and a number with a sign: ≥
  // 500. Limits that are not given are those of the values.
  std::optional<double> low = {};
  std::optional<double> high = {};
  std::string label = {};
  bool is_percent = false;  // values are shares, written as 84 %
};

using FigurePanel = std::variant<CurvePanel, MapPanel>;

struct Figure {
  std::string title = {};                // above all panels
  double width_mm = 84;                  // one column of a paper; 174 = two
  std::size_t columns = 1;               // panels beside each other
  double height_per_width = 0;           // the form of a panel's box; 0 = 1 if there is a map, else 0.75
  std::vector<FigurePanel> panels = {};  // row by row
  ColourScale colours = {};
};

// Returns the bytes of the file, which are the same for the same figure on one machine (the version of Cairo and the
// font matter). Throws InvalidInput where data do not fit together or cannot be drawn: lengths that differ, nothing to
// draw, infinite values, values of zero or less on a log axis, a figure too narrow for its columns. O(points + cells +
// pixels).
GAPTV_API std::string render(const Figure& figure, FigureFormat format);

}  // namespace gaptv
