// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>

#include "gaptv/areas/area_extent.h"
#include "gaptv/areas/area_layer.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

struct SquareOptions {
  AreaExtent box;               // contains all rows; the squares begin at its lower left corner
  std::size_t finest = 0;       // squares along its longer side at the finest resolution: 1, 2, 4, ... 1024
  std::size_t coarsest = 1;     // and at the coarsest one; not more than the finest
  std::uint64_t min_count = 1;  // of rows in each square
};

// Holds squares for the public, and what a reader can guess of the places that have none.
struct MergedSquares {
  AreaLayer layer;             // columns: value (the mean of the rows, with four digits) and count (0: blank)
  std::size_t blank_rows = 0;  // rows in squares that are left blank
};

// Merges squares as multi-resolution grids do that statistical offices publish (the rule of the R package MRG, by its
// documentation): of four squares that make up one of twice the side, none stays by itself if one has rows, but fewer
// than the minimum. Then the large square takes their place, and is looked at in the same way, up to the coarsest
// resolution, where squares of too few rows are left blank. Outcomes play no part.
//
// In favour of these areas a blank square, or one without rows, has the value that a reader would guess: the mean of
// what is published in the smallest larger square around it that has anything; the mean of all if nothing is. The first
// of the features is x. Throws InvalidInput without rows or for rows that are not in the box. O(rows + squares).
MergedSquares merged_squares(const DataView& rows, const SquareOptions& options);

}  // namespace gaptv
