// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/baselines/cart/tree.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"

namespace gaptv {

// Turns a tree into a grid: each axis is cut at every split point that the tree has on it. Throws InvalidInput if that
// makes more cells than a model may have.
Grid grid_of_tree(const CartTree& tree, const DataView& data);

// Returns the leaf of the tree that each cell lies in. O(cells).
std::vector<std::uint32_t> leaf_of_cells(const CartTree& tree, const Grid& grid);

// Returns the statistics of the rows in every cell, in scaled outcomes.
CellTable tabulate_rows(const Grid& grid, const DataView& data, const OutcomeScale& scale, std::size_t threads,
                        Progress& progress);

}  // namespace gaptv
