// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/grid_solver.h"

namespace gaptv {
namespace {

CellTable merge_all(const std::vector<CellTable>& tables) {
  CellTable merged = tables.front();
  for (std::size_t i = 1; i < tables.size(); ++i) merged = merge(std::move(merged), tables[i]);
  return merged;
}

double choose_by_criterion(const CellTable& table, GridSolver& solver, const std::vector<double>& path,
                           const SelectOptions& options, Progress& progress) {
  const Loss& loss = *options.loss;
  const double weight = total_weight(table);
  const double penalty = options.rule == LambdaRule::aic ? 2.0 : std::log(options.observations);
  double best = std::numeric_limits<double>::infinity();
  double chosen = path.front();
  for (std::size_t i = 0; i < path.size(); ++i) {
    progress.check();
    Solution solution = solver.solve(path[i]);
    const auto plateaus = static_cast<double>(connect_equal_cells(table.shape, solution.beta).count);
    keep_inside(loss, weight, solution.beta);
    const double criterion =
        loss.information(deviance(loss, table, solution.beta), options.observations) + penalty * plateaus;
    if (criterion < best) {
      best = criterion;
      chosen = path[i];
    }
    progress.advance(static_cast<double>(i + 1) / static_cast<double>(path.size()));
  }
  return chosen;
}

}  // namespace

Selection select_lambda(const std::vector<CellTable>& folds, const SelectOptions& options, Progress& progress) {
  Selection selection{merge_all(folds), 0, 0, 0, {}};
  GridSolver solver(tv_problem(selection.table, *options.loss));
  selection.lambda_max = solver.lambda_max();
  const std::vector<double> path = lambda_path(selection.lambda_max, options.lambdas, options.lambda_ratio);
  if (folds.size() > 1) selection.cv = cross_validate(folds, path, *options.loss, options.threads, progress);
  switch (options.rule) {
    case LambdaRule::cv:
    case LambdaRule::cv_1se: {
      selection.lambda =
          path[options.rule == LambdaRule::cv ? selection.cv.best() : selection.cv.best_within_one_standard_error()];
      break;
    }
    case LambdaRule::aic:
    case LambdaRule::bic:
      selection.lambda = choose_by_criterion(selection.table, solver, path, options, progress);
      break;
    case LambdaRule::fixed:
      selection.lambda = options.fixed_lambda;
      break;
  }
  if (folds.size() > 1) selection.error = selection.cv.mean[selection.cv.best()];
  return selection;
}

}  // namespace gaptv
