// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/cell_folds.h"

#include <utility>

#include "gaptv/select/relaxation.h"
#include "gaptv/tv/grid_solver.h"

namespace gaptv {
namespace {

CellTable merge_all_but(const std::vector<CellTable>& tables, std::size_t left_out) {
  CellTable merged(tables.front().shape);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (i != left_out) merged = merge(std::move(merged), tables[i]);
  }
  return merged;
}

std::vector<double> weights_of(const std::vector<CellTable>& tables) {
  std::vector<double> weights;
  weights.reserve(tables.size());
  for (const CellTable& table : tables) weights.push_back(total_weight(table));
  return weights;
}

class CellPathSolver final : public PathSolver {
 public:
  CellPathSolver(const CellTable& table, const Loss& loss)
      : solver_(tv_problem(table, loss)), loss_(loss), weight_(total_weight(table)) {}

  double lambda_max() override { return solver_.lambda_max(); }

  PathFit solve(double lambda) override {
    Solution solution = solver_.solve(lambda);
    PathFit fit;
    fit.certificate = certify(solver_.problem(), solution, loss_);
    fit.beta = std::move(solution.beta);
    if (!loss_.has_identity_link()) {
      fit.moved_inside = fit.beta;
      keep_inside(loss_, weight_, fit.moved_inside);
    }
    return fit;
  }

  std::vector<double> relaxed(const PathFit& fit, double share) const override {
    std::vector<double> values = fit.published();
    relax_values(solver_.problem(), loss_, share, values);
    if (!loss_.has_identity_link()) keep_inside(loss_, weight_, values);
    return values;
  }

 private:
  GridSolver solver_;
  const Loss& loss_;
  double weight_;
};

}  // namespace

TvProblem tv_problem(const CellTable& table, const Loss& loss) {
  TvProblem problem;
  problem.shape = table.shape;
  problem.lowest_mean = loss.possible_means().lowest;
  problem.highest_mean = loss.possible_means().highest;
  for (const CellStats& cell : table.cells) {
    problem.weight.push_back(cell.weight);
    problem.mean.push_back(cell.mean);
  }
  return problem;
}

std::unique_ptr<PathSolver> make_tv_solver(const CellTable& table, const Loss& loss) {
  return std::make_unique<CellPathSolver>(table, loss);
}

CellFolds::CellFolds(std::vector<CellTable> folds, const Loss& loss, CellSolverMaker make_solver)
    : FoldedData(merge_all(folds), weights_of(folds)),
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
