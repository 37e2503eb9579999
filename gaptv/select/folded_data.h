// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/tv/certificate.h"

namespace gaptv {

// One fit on a path of lambdas, proven.
struct PathFit {
  std::vector<double> beta;          // the minimiser: plateaus are where it is constant
  std::vector<double> moved_inside;  // the same within what the loss publishes; empty if it publishes all values
  Certificate certificate;

  // The values that predict.
  const std::vector<double>& published() const { return moved_inside.empty() ? beta : moved_inside; }
};

// Solves one problem for a sequence of lambdas. No fit leaves it unproven, whoever asks: cross-validation, a criterion
// along the path, shifted grids or the final fit.
class PathSolver {
 public:
  PathSolver() = default;
  PathSolver(const PathSolver&) = delete;
  PathSolver& operator=(const PathSolver&) = delete;
  virtual ~PathSolver() = default;

  virtual double lambda_max() = 0;
  // Throws std::logic_error if the fit's certificate is not accepted (require_optimal()).
  PathFit solve(double lambda) {
    PathFit fit = solve_unchecked(lambda);
    require_optimal(fit.certificate, accepted_gap());
    return fit;
  }
  // What the fit predicts if a share of its shrinkage is undone (relaxation.h); solvers that cannot predict the same.
  virtual std::vector<double> relaxed(const PathFit& fit, double /*share*/) const { return fit.published(); }

 private:
  virtual PathFit solve_unchecked(double lambda) = 0;
  // The relative gap that the penalty's fits have to reach.
  virtual double accepted_gap() const { return accepted_relative_gap; }
};

// The rows on one grid, fold by fold, as far as a loss and the choice of lambda need to know them. There is one kind
// for losses of cell statistics and one for losses of single outcomes; whoever chooses lambda need not know which.
class FoldedData {
 public:
  FoldedData(const FoldedData&) = delete;
  FoldedData& operator=(const FoldedData&) = delete;
  virtual ~FoldedData() = default;

  // The statistics of all rows.
  const CellTable& table() const { return table_; }
  // A single fold if no cross-validation is wanted.
  std::size_t folds() const { return weight_.size(); }
  // The observations in a fold.
  double weight(std::size_t fold) const { return weight_[fold]; }

  virtual std::unique_ptr<PathSolver> solver_for_all() const = 0;
  virtual std::unique_ptr<PathSolver> solver_without(std::size_t fold) const = 0;

  // Of published values: of the rows of a fold, and of all rows.
  virtual double deviance_of_fold(std::size_t fold, const std::vector<double>& values) const = 0;
  virtual double deviance(const std::vector<double>& values) const = 0;

  // -2 log likelihood up to a constant, for the information criteria.
  virtual double information(double deviance, double observations) const = 0;

 protected:
  // weight: of each fold.
  FoldedData(CellTable table, std::vector<double> weight) : table_(std::move(table)), weight_(std::move(weight)) {}

 private:
  CellTable table_;
  std::vector<double> weight_;
};

}  // namespace gaptv
