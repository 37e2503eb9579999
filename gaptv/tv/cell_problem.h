// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <vector>

#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// Makes the total-variation problem of a table's cells, with their means as they are: if the link of the loss is not
// canonical, make_tv_solver() changes them first (CellLoss::to_solved()).
TvProblem tv_problem(const CellTable& table, const CellLoss& loss,
                     EmptyCellRule empty_cells = EmptyCellRule::nearest_to_mean);

// Edge weights for GridTopology, by axis, that look at where the bins lie: a difference between a bin and the next one
// costs one over the distance of their centres, in units of the mean width of a bin, so that on equal bins all cost 1.
// They are kept within a factor of 4 of 1, so that far outliers do not cut their cells off.
std::vector<std::vector<double>> metric_edge_weights(const Grid& grid);

}  // namespace gaptv
