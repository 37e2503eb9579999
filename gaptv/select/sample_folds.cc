// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/sample_folds.h"

#include <utility>

#include "gaptv/tv/outcome_certificate.h"
#include "gaptv/tv/outcome_solver.h"

namespace gaptv {
namespace {

std::vector<double> weights_of(const std::vector<CellSamples>& folds) {
  std::vector<double> weights;
  weights.reserve(folds.size());
  for (const CellSamples& fold : folds) weights.push_back(fold.total_weight());
  return weights;
}

class SamplePathSolver final : public PathSolver {
 public:
  explicit SamplePathSolver(OutcomeProblem problem) : solver_(std::move(problem)) {}

  double lambda_max() override { return solver_.lambda_max(); }

 private:
  PathFit solve_unchecked(double lambda) override {
    GraphSolution solution = solver_.solve(lambda);
    PathFit fit;
    fit.certificate = certify(solver_.problem(), solution);
    fit.beta = std::move(solution.beta);
    return fit;
  }

  OutcomeSolver solver_;
};

}  // namespace

SampleFolds::SampleFolds(CellTable table, std::vector<CellSamples> folds, std::shared_ptr<const OutcomeLoss> loss)
    : FoldedData(std::move(table), weights_of(folds)), folds_(std::move(folds)), loss_(std::move(loss)) {}

std::unique_ptr<PathSolver> SampleFolds::solver_for_all() const {
  return solver_without(none_left_out);
}

std::unique_ptr<PathSolver> SampleFolds::solver_without(std::size_t fold) const {
  return std::make_unique<SamplePathSolver>(OutcomeProblem{grid_graph(table().shape), merge(folds_, fold), loss_});
}

double SampleFolds::deviance_of_fold(std::size_t fold, const std::vector<double>& values) const {
  return gaptv::deviance(*loss_, folds_[fold], values);
}

double SampleFolds::deviance(const std::vector<double>& values) const {
  double sum = 0;
  for (const CellSamples& fold : folds_) sum += gaptv::deviance(*loss_, fold, values);
  return sum;
}

double SampleFolds::information(double deviance, double observations) const {
  return loss_->information(deviance, observations);
}

}  // namespace gaptv
