// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/held_out_fit.h"

#include <memory>
#include <vector>

#include "gaptv/base/fold_average.h"
#include "gaptv/base/parallel.h"
#include "gaptv/tv/lambda_carry.h"

namespace gaptv {

PlainHeldOut measure_held_out_fit(const FoldedData& data, double lambda, std::size_t threads, Progress& progress) {
  std::vector<double> weight;
  double all = 0;
  for (std::size_t fold = 0; fold < data.folds(); ++fold) {
    weight.push_back(data.weight(fold));
    all += weight.back();
  }
  std::vector<double> error(data.folds(), 0.0);
  std::vector<double> error_of_one(data.folds(), 0.0);
  parallel_for(data.folds(), threads, [&](std::size_t fold) {
    const double training = all - weight[fold];
    if (weight[fold] <= 0 || training <= 0) return;
    progress.check();
    const std::unique_ptr<PathSolver> solver = data.solver_without(fold);
    const auto measure = [&](double used) {
      return data.deviance_of_fold(fold, solver->solve(used).published()) / weight[fold];
    };
    error[fold] = measure(carry_lambda(lambda, training / all));
    error_of_one[fold] = measure(solver->lambda_max());
  });
  for (double& of_fold : weight) {
    if (of_fold >= all) of_fold = 0;
  }
  const FoldAverage folds(weight);
  PlainHeldOut result;
  result.error = folds.mean([&](std::size_t fold) { return error[fold]; });
  result.standard_error = folds.standard_error(result.error, [&](std::size_t fold) { return error[fold]; });
  result.error_of_one = folds.mean([&](std::size_t fold) { return error_of_one[fold]; });
  return result;
}

}  // namespace gaptv
