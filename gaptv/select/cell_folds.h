// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/select/folded_data.h"
#include "gaptv/tv/path_solver.h"

namespace gaptv {

// Makes the solver that fits the cells of a table: it decides which penalty joins them.
using CellSolverMaker = std::function<std::unique_ptr<PathSolver>(const CellTable& table, const CellLoss& loss)>;

// Makes solvers of total variation in which all edges weigh the same.
CellSolverMaker tv_solver_maker();

// Serves losses with a canonical link, which need the statistics of the cells only. It costs cells, not rows.
class CellFolds final : public FoldedData {
 public:
  // folds: one table per fold, at least one. The loss must outlive the object. The solvers know which cells are left
  // out; "left_out" says it to who counts regions.
  CellFolds(std::vector<CellTable> folds, const CellLoss& loss, CellSolverMaker make_solver = tv_solver_maker(),
            std::vector<bool> left_out = {});

  std::unique_ptr<PathSolver> solver_for_all() const override;
  std::unique_ptr<PathSolver> solver_without(std::size_t fold) const override;
  std::vector<double> relax_without(std::size_t fold, const PathFit& fit, double share) const override;
  double deviance_of_fold(std::size_t fold, const std::vector<double>& values) const override;
  double deviance(const std::vector<double>& values) const override;
  double information(double deviance, double observations) const override;

 private:
  // Holds what the deviance of a fold needs, ready for many values.
  struct HeldOut {
    std::vector<double> weight;
    std::vector<double> mean;
    double within;
  };

  std::vector<CellTable> folds_;
  std::vector<HeldOut> held_out_;
  const CellLoss& loss_;
  CellSolverMaker make_solver_;
};

}  // namespace gaptv
