// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/tv/path_solver.h"

namespace gaptv {

// The rows on one grid, fold by fold, as far as a loss and the choice of lambda need to know them. There is one kind
// for losses of cell statistics and one for losses of single outcomes; whoever chooses lambda need not know which.
class FoldedData {
 public:
  FoldedData(const FoldedData&) = delete;
  FoldedData& operator=(const FoldedData&) = delete;
  virtual ~FoldedData() = default;

  // Returns the statistics of all rows.
  const CellTable& table() const { return table_; }
  // Says by cell whether it is left out (Grid); empty if none is.
  const std::vector<bool>& left_out() const { return left_out_; }
  // There is a single fold if no cross-validation is wanted.
  std::size_t folds() const { return weight_.size(); }
  // Returns how many observations are in a fold.
  double weight(std::size_t fold) const { return weight_[fold]; }

  virtual std::unique_ptr<PathSolver> solver_for_all() const = 0;
  virtual std::unique_ptr<PathSolver> solver_without(std::size_t fold) const = 0;

  // Returns what a fit to all folds but one predicts if a share of its shrinkage is undone (regions/relaxation.h).
  // Losses that know no relaxation predict what the fit does.
  virtual std::vector<double> relax_without(std::size_t /*fold*/, const PathFit& fit, double /*share*/) const {
    return fit.published();
  }

  // Return the deviance of published values: that of the rows of a fold, and that of all rows.
  virtual double deviance_of_fold(std::size_t fold, const std::vector<double>& values) const = 0;
  virtual double deviance(const std::vector<double>& values) const = 0;

  // Returns -2 log likelihood up to a constant, for the information criteria.
  virtual double information(double deviance, double observations) const = 0;

 protected:
  // "weight" has the observations of each fold.
  FoldedData(CellTable table, std::vector<double> weight, std::vector<bool> left_out = {})
      : table_(std::move(table)), left_out_(std::move(left_out)), weight_(std::move(weight)) {}

 private:
  CellTable table_;
  std::vector<bool> left_out_;
  std::vector<double> weight_;
};

}  // namespace gaptv
