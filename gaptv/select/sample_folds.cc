// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/sample_folds.h"

#include <utility>

#include "gaptv/tv/total_variation.h"

namespace gaptv {
namespace {

std::vector<double> weights_of(const std::vector<CellSamples>& folds) {
  std::vector<double> weights;
  weights.reserve(folds.size());
  for (const CellSamples& fold : folds) weights.push_back(fold.total_weight());
  return weights;
}

}  // namespace

SampleFolds::SampleFolds(CellTable table, std::vector<CellSamples> folds, std::shared_ptr<const OutcomeLoss> loss,
                         std::vector<bool> left_out)
    : FoldedData(std::move(table), weights_of(folds), std::move(left_out)),
      folds_(std::move(folds)),
      loss_(std::move(loss)) {}

std::unique_ptr<PathSolver> SampleFolds::solver_for_all() const {
  return solver_without(none_left_out);
}

std::unique_ptr<PathSolver> SampleFolds::solver_without(std::size_t fold) const {
  return make_tv_solver({GridTopology{table().shape, {}, left_out()}, NodeSamples{merge(folds_, fold), loss_}});
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
