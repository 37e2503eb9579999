// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/base/progress.h"
#include "gaptv/data/dataset.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Adds what some rows say beyond their cells to the sums of their folds, which have a reference. O(rows).
void add_row_deviances(const DataView& data, const FoldAssignment& folds, const CellLoss& loss, Progress& progress,
                       std::vector<RowDeviance>& sums);

// Finds what the rows of each fold say beyond their cells, for a loss whose deviance the cells do not know; it is empty
// for others.
// It does not depend on the grid. O(rows).
std::vector<RowDeviance> row_deviances(const DataView& data, const FoldAssignment& folds, const CellLoss& loss,
                                       Progress& progress);

}  // namespace gaptv
