// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/crime_points.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Holds a city as the paper's study has it: the logarithm of the number of reports in each cell of a regular grid that
// has any. ix counts from south to north, iy from west to east.
struct CrimeGrid {
  Dataset cells;  // features ix and iy, outcome log_count
  std::size_t bins_x = 0;
  std::size_t bins_y = 0;
  std::vector<std::string> notes;

  Dataset every_cell() const;  // of the whole grid, outcome 0: where predictions are counted
};

// Counts points on bins x bins cells between the outermost of them. Points at (0, 0), and points farther from the
// median than ten times the median distance from it, in either coordinate, are left out, and a note says so. Cities
// reach three or four such distances, mistyped coordinates hundreds; one of them would stretch the grid until the city
// is a single cell. Throws InvalidInput if the points that remain do not span a grid.
CrimeGrid count_on_grid(const CrimePoints& points, std::size_t bins);

// Takes a ready grid, which reaches from 0 to the largest index. Throws InvalidInput unless the indices are whole
// numbers, each pair once.
CrimeGrid ready_grid(const Dataset& cells);

}  // namespace gaptv
