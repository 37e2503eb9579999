// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/empty_places.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gaptv/grid/shape.h"

namespace gaptv {
namespace {

constexpr double rows_expected = 5;

// Counts along one axis: what a window of "width" cells from each cell on holds together, where it does not leave the
// grid; windows that would are full.
std::vector<double> add_windows(const Shape& shape, std::size_t axis, std::size_t width,
                                const std::vector<double>& at) {
  const std::size_t stride = shape.stride(axis);
  const std::size_t bins = shape.bins[axis];
  std::vector<double> sums(at.size(), 1.0);
  for (std::size_t first = 0; first < at.size(); ++first) {
    if (shape.bin_of(first, axis) != 0) continue;
    double sum = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      sum += at[first + bin * stride];
      if (bin >= width) sum -= at[first + (bin - width) * stride];
      if (bin + 1 >= width) sums[first + (bin + 1 - width) * stride] = sum;
    }
  }
  return sums;
}

// Spreads marks along one axis: a cell is marked if one of the "width" cells up to it is.
std::vector<std::uint8_t> spread_marks(const Shape& shape, std::size_t axis, std::size_t width,
                                       const std::vector<std::uint8_t>& marks) {
  const std::size_t stride = shape.stride(axis);
  std::vector<std::uint8_t> spread(marks.size(), 0);
  for (std::size_t first = 0; first < marks.size(); ++first) {
    if (shape.bin_of(first, axis) != 0) continue;
    std::size_t still = 0;  // how many cells the last mark reaches on
    for (std::size_t bin = 0; bin < shape.bins[axis]; ++bin) {
      const std::size_t cell = first + bin * stride;
      if (marks[cell] != 0) still = width;
      spread[cell] = still > 0 ? 1 : 0;
      if (still > 0) --still;
    }
  }
  return spread;
}

}  // namespace

std::vector<std::uint8_t> find_empty_places(const FitRecord& fit, const Surface& surface) {
  // A model for the public does not know where rows are.
  if (fit.method == released_method) return std::vector<std::uint8_t>(surface.cells.size(), 0);
  const Shape shape = surface.grid.shape();
  const auto cells = static_cast<double>(surface.cells.size());
  const double rows = std::max(1.0, static_cast<double>(fit.rows));
  const double side = std::pow(rows_expected * cells / rows, 1 / static_cast<double>(shape.dimensions()));
  const auto width = static_cast<std::size_t>(std::max(1.0, std::ceil(side)));
  std::vector<double> filled;
  filled.reserve(surface.cells.size());
  for (std::size_t cell = 0; cell < surface.cells.size(); ++cell) {
    filled.push_back(surface.cells[cell].weight > 0 || surface.grid.is_left_out(cell) ? 1.0 : 0.0);
  }
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) filled = add_windows(shape, axis, width, filled);
  std::vector<std::uint8_t> is_empty;
  is_empty.reserve(filled.size());
  for (const double count : filled) is_empty.push_back(count == 0 ? 1 : 0);
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) is_empty = spread_marks(shape, axis, width, is_empty);
  return is_empty;
}

}  // namespace gaptv
