// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/selection.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/select/lambda_path.h"

namespace gaptv {
namespace {

double choose_by_criterion(const FoldedData& data, PathSolver& solver, const std::vector<double>& path,
                           const SelectOptions& options, Progress& progress) {
  const double penalty = options.rule == LambdaRule::aic ? 2.0 : std::log(options.observations);
  double best = infinity;
  double chosen = path.front();
  for (std::size_t i = 0; i < path.size(); ++i) {
    progress.check();
    const PathFit fit = solver.solve(path[i]);
    const auto plateaus = static_cast<double>(connect_equal_cells(data.table().shape, fit.beta, data.left_out()).count);
    const double criterion =
        data.information(data.deviance(fit.published()), options.observations) + penalty * plateaus;
    if (criterion < best) {
      best = criterion;
      chosen = path[i];
    }
    progress.advance(static_cast<double>(i + 1) / static_cast<double>(path.size()));
  }
  return chosen;
}

}  // namespace

Selection select_lambda(const FoldedData& data, const SelectOptions& options, Progress& progress) {
  Selection selection;
  const std::unique_ptr<PathSolver> solver = data.solver_for_all();
  selection.lambda_max = solver->lambda_max();
  const std::vector<double> path = lambda_path(selection.lambda_max, options.lambdas, options.lambda_ratio);
  selection.relax = options.relaxations.front();
  const bool has_cv = options.has_cv && data.folds() > 1;
  if (has_cv) {
    const auto error = [](const CrossValidation& cv) { return cv.mean[cv.best()]; };
    std::vector<CrossValidation> curves = cross_validate(data, path, options.relaxations, options.threads, progress);
    const auto best = std::ranges::min_element(curves, {}, error);
    selection.relax = options.relaxations[static_cast<std::size_t>(best - curves.begin())];
    selection.cv = std::move(*best);
  }
  switch (options.rule) {
    case LambdaRule::cv:
      selection.lambda = path[selection.cv.best()];
      break;
    case LambdaRule::cv_paired:
      selection.lambda = path[selection.cv.best_by_paired_differences()];
      break;
    case LambdaRule::cv_1se:
      selection.lambda = path[selection.cv.best_within_one_standard_error()];
      break;
    case LambdaRule::aic:
    case LambdaRule::bic:
      selection.lambda = choose_by_criterion(data, *solver, path, options, progress);
      break;
    case LambdaRule::fixed:
      selection.lambda = options.fixed_lambda;
      break;
  }
  if (has_cv) selection.error = selection.cv.mean[selection.cv.best()];
  return selection;
}

}  // namespace gaptv
