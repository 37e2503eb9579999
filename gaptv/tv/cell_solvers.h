// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gaptv/grid/axis.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/tv/path_solver.h"
#include "gaptv/tv/problem.h"

namespace gaptv {

// The total-variation problem of a table, of the means as they are: if the link of the loss is not canonical, the
// solvers below change it first (CellLoss::to_solved()).
TvProblem tv_problem(const CellTable& table, const CellLoss& loss,
                     EmptyCellRule empty_cells = EmptyCellRule::nearest_to_mean);

// How the cells of a table are fitted for a sequence of lambdas: which penalty joins them, and by which solver.
using CellSolverMaker = std::function<std::unique_ptr<PathSolver>(const CellTable& table, const CellLoss& loss)>;

// Total variation, exactly.
std::unique_ptr<PathSolver> make_tv_solver(const CellTable& table, const CellLoss& loss,
                                           EmptyCellRule empty_cells = EmptyCellRule::nearest_to_mean);
CellSolverMaker tv_solver_maker();

// The same with edges that weigh by distance; edge_weights: of each axis, as metric_edge_weights() gives them.
std::unique_ptr<PathSolver> make_weighted_tv_solver(const CellTable& table, const CellLoss& loss,
                                                    const std::vector<std::vector<double>>& edge_weights,
                                                    EmptyCellRule empty_cells);

// By axis, what a difference between a bin and the next one costs: one over the distance of their centres, in units of
// the mean width of a bin, so that on equal bins all cost 1. Kept within a factor of 4 of 1, so that far outliers do
// not cut their cells off.
std::vector<std::vector<double>> metric_edge_weights(const Grid& grid);

}  // namespace gaptv
