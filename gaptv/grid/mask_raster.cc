// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/mask_raster.h"

#include <algorithm>
#include <cstddef>

#include "gaptv/grid/bin_borders.h"

namespace gaptv {
namespace {

// A cell overlaps a polygon if an edge runs through its inside; if none does, it lies inside or outside as a whole, and
// its middle tells which.
class Raster {
 public:
  Raster(const Grid& grid, const MapAxes& axes)
      : x_(bin_borders(grid.axes[axes.horizontal])),
        y_(bin_borders(grid.axes[axes.vertical])),
        x_stride_(grid.shape().stride(axes.horizontal)),
        y_stride_(grid.shape().stride(axes.vertical)),
        marks_(grid.shape().cells(), false),
        crossings_(y_.size() - 1) {}

  void add(const MaskPolygon& polygon) {
    std::size_t lowest = crossings_.size();
    std::size_t highest = 0;
    for (const MaskRing& ring : polygon) {
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
        const bool rises = ring[i][1] <= ring[i + 1][1];
        const std::array<double, 2>& low = rises ? ring[i] : ring[i + 1];
        const std::array<double, 2>& high = rises ? ring[i + 1] : ring[i];
        const std::size_t first = first_bin(y_, low[1]);
        const std::size_t end = end_bin(y_, high[1]);
        for (std::size_t row = first; row < end; ++row) add_to_row(low, high, row);
        lowest = std::min(lowest, first);
        highest = std::max(highest, end);
      }
    }
    for (std::size_t row = lowest; row < highest; ++row) fill(row);
  }

  std::vector<bool> take() { return std::move(marks_); }

 private:
  // The bins whose inside overlaps what goes from here on, or up to here.
  static std::size_t first_bin(const std::vector<double>& borders, double from) {
    const auto above = std::ranges::upper_bound(borders, from);
    return above == borders.begin() ? 0 : static_cast<std::size_t>(above - borders.begin()) - 1;
  }
  static std::size_t end_bin(const std::vector<double>& borders, double to) {
    const auto above = static_cast<std::size_t>(std::ranges::lower_bound(borders, to) - borders.begin());
    return std::min(above, borders.size() - 1);
  }

  static double x_at(const std::array<double, 2>& low, const std::array<double, 2>& high, double y) {
    if (y <= low[1]) return low[0];
    if (y >= high[1]) return high[0];
    const double share = (y - low[1]) / (high[1] - low[1]);
    return low[0] * (1 - share) + high[0] * share;
  }

  void mark(std::size_t column, std::size_t row) { marks_[column * x_stride_ + row * y_stride_] = true; }

  void add_to_row(const std::array<double, 2>& low, const std::array<double, 2>& high, std::size_t row) {
    const double middle = y_[row] + (y_[row + 1] - y_[row]) / 2;
    if (low[1] <= middle && middle < high[1]) crossings_[row].push_back(x_at(low, high, middle));
    const bool is_level = low[1] == high[1];
    const double one = is_level ? low[0] : x_at(low, high, y_[row]);
    const double other = is_level ? high[0] : x_at(low, high, y_[row + 1]);
    const double left = std::min(one, other);
    const double right = std::max(one, other);
    std::size_t first = first_bin(x_, left);
    const std::size_t end = end_bin(x_, right);
    // An upright edge on the border of two columns runs through neither.
    if (left == right && std::ranges::binary_search(x_, left)) return;
    if (right <= x_.front() || left >= x_.back()) return;
    for (; first < end; ++first) mark(first, row);
  }

  void fill(std::size_t row) {
    std::vector<double>& crossings = crossings_[row];
    std::ranges::sort(crossings);
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      for (std::size_t column = first_bin(x_, crossings[i]); column + 1 < x_.size(); ++column) {
        const double middle = x_[column] + (x_[column + 1] - x_[column]) / 2;
        if (middle >= crossings[i + 1]) break;
        if (middle >= crossings[i]) mark(column, row);
      }
    }
    crossings.clear();
  }

  std::vector<double> x_;
  std::vector<double> y_;
  std::size_t x_stride_;
  std::size_t y_stride_;
  std::vector<bool> marks_;
  std::vector<std::vector<double>> crossings_;  // by row, where the polygon's edges cross its middle
};

}  // namespace

std::vector<bool> cells_that_overlap(const MaskPolygons& polygons, const Grid& grid, const MapAxes& axes) {
  Raster raster(grid, axes);
  for (const MaskPolygon& polygon : polygons.polygons) raster.add(polygon);
  return raster.take();
}

}  // namespace gaptv
