// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <memory>
#include <vector>

#include "gaptv/grid/cell_samples.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/outcome_loss.h"
#include "gaptv/select/folded_data.h"

namespace gaptv {

// Serves losses of single outcomes: it keeps the sorted outcomes of every cell and fold.
class SampleFolds final : public FoldedData {
 public:
  // table: the statistics of all rows; folds: their outcomes, one table per fold, at least one; left_out: the cells
  // that a mask leaves out.
  SampleFolds(CellTable table, std::vector<CellSamples> folds, std::shared_ptr<const OutcomeLoss> loss,
              std::vector<bool> left_out = {});

  std::unique_ptr<PathSolver> solver_for_all() const override;
  std::unique_ptr<PathSolver> solver_without(std::size_t fold) const override;
  double deviance_of_fold(std::size_t fold, const std::vector<double>& values) const override;
  double deviance(const std::vector<double>& values) const override;
  double information(double deviance, double observations) const override;

 private:
  std::vector<CellSamples> folds_;
  std::shared_ptr<const OutcomeLoss> loss_;
};

}  // namespace gaptv
