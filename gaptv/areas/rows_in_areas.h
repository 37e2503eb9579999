// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Holds what was counted of the rows of an area. Without an outcome all sums are 0.
struct CountedArea {
  std::size_t rows = 0;
  std::size_t people = 0;
  double total = 0;  // of contributions
  double largest = 0;
  double second = 0;
  double size = 0;       // weights, times exposures
  double outcome = 0;    // the sum of outcomes times weights
  double magnitude = 0;  // the same without signs
  bool has_several_places = false;
  MapPoint place;
};

// Holds where the rows are.
struct RowsInAreas {
  std::vector<std::uint32_t> who;          // whom each row is about
  std::vector<std::uint32_t> area_of_row;  // in_no_area if it is in none
  std::vector<CountedArea> areas;
  std::size_t rows_outside = 0;     // in no area
  std::size_t rows_in_several = 0;  // counted in the first of them
};

// Finds the area of each row, whose features are x and y, and counts. Where "ids" is empty each row is about somebody
// else. O(rows log rows).
RowsInAreas count_rows_in_areas(const AreaLayer& areas, const DataView& rows, const std::vector<std::uint32_t>& ids);

}  // namespace gaptv
