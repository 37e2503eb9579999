// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/plateaus.h"

#include <algorithm>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/grid/shape.h"

namespace gaptv {
namespace {

constexpr double equal_up_to = 1e-4;

// The full grid that rows are the points of, and the cell of each row in it.
struct EvaluationGrid {
  Shape shape;
  std::vector<std::size_t> cell_of_row;
};

std::vector<double> distinct_values(const ColumnView& column) {
  std::vector<double> values;
  for (std::size_t row = 0; row < column.size; ++row) values.push_back(column[row]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Nothing unless each combination of distinct feature values occurs exactly once. O(rows log rows).
std::optional<EvaluationGrid> full_grid(const DataView& data) {
  const std::size_t rows = data.rows();
  EvaluationGrid grid;
  grid.cell_of_row.assign(rows, 0);
  for (const ColumnView& feature : data.features) {
    const std::vector<double> values = distinct_values(feature);
    grid.shape.bins.push_back(values.size());
    if (rows % grid.shape.cells() != 0) return std::nullopt;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto place = std::lower_bound(values.begin(), values.end(), feature[row]) - values.begin();
      grid.cell_of_row[row] = grid.cell_of_row[row] * values.size() + static_cast<std::size_t>(place);
    }
  }
  if (grid.shape.cells() != rows) return std::nullopt;
  std::vector<bool> is_taken(rows, false);
  for (const std::size_t cell : grid.cell_of_row) {
    if (is_taken[cell]) return std::nullopt;
    is_taken[cell] = true;
  }
  return grid;
}

}  // namespace

std::optional<std::size_t> count_plateaus_on_grid(const DataView& points, const std::vector<double>& predictions) {
  const std::optional<EvaluationGrid> grid = full_grid(points);
  if (!grid) return std::nullopt;
  std::vector<double> value_of_cell(points.rows());
  for (std::size_t row = 0; row < points.rows(); ++row) value_of_cell[grid->cell_of_row[row]] = predictions[row];
  return connect_equal_cells(grid->shape, value_of_cell, equal_up_to).count;
}

}  // namespace gaptv
