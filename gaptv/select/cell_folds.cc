// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/cell_folds.h"

#include <utility>

#include "gaptv/regions/region_values.h"
#include "gaptv/tv/cell_problem.h"
#include "gaptv/tv/total_variation.h"

namespace gaptv {
namespace {

std::vector<double> weights_of(const std::vector<CellTable>& tables) {
  std::vector<double> weights;
  weights.reserve(tables.size());
  for (const CellTable& table : tables) weights.push_back(observations(table));
  return weights;
}

}  // namespace

CellSolverMaker tv_solver_maker() {
  return [](const CellTable& table, const CellLoss& loss) {
    return make_tv_solver({GridTopology{table.shape}, cell_statistics(table, loss)});
  };
}

CellFolds::CellFolds(std::vector<CellTable> folds, const CellLoss& loss, CellSolverMaker make_solver,
                     std::vector<bool> left_out)
    : FoldedData(merge_all(folds), weights_of(folds), std::move(left_out)),
      folds_(std::move(folds)),
      loss_(loss),
      make_solver_(std::move(make_solver)) {
  for (const CellTable& fold : folds_) {
    TvProblem problem = tv_problem(fold, loss_);
    held_out_.push_back({std::move(problem.weight), std::move(problem.mean), loss_.deviance_within(fold)});
  }
}

std::unique_ptr<PathSolver> CellFolds::solver_for_all() const {
  return make_solver_(table(), loss_);
}

std::unique_ptr<PathSolver> CellFolds::solver_without(std::size_t fold) const {
  return make_solver_(merge_all_but(folds_, fold), loss_);
}

std::vector<double> CellFolds::relax_without(std::size_t fold, const PathFit& fit, double share) const {
  const CellTable training = merge_all_but(folds_, fold);
  std::vector<double> values = fit.published();
  relax_values(training, {&loss_, share}, values, left_out());
  if (!loss_.has_identity_link()) keep_inside(loss_, total_weight(training), values);
  return values;
}

double CellFolds::deviance_of_fold(std::size_t fold, const std::vector<double>& values) const {
  const HeldOut& held_out = held_out_[fold];
  return held_out.within + 2 * loss_.divergence(held_out.weight, held_out.mean, values);
}

double CellFolds::deviance(const std::vector<double>& values) const {
  return gaptv::deviance(loss_, table(), values);
}

double CellFolds::information(double deviance, double observations) const {
  return loss_.information(deviance, observations);
}

}  // namespace gaptv
