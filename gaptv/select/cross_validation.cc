// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/cross_validation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "gaptv/base/parallel.h"
#include "gaptv/select/lambda_path.h"
#include "gaptv/tv/certificate.h"
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

}  // namespace

std::size_t CrossValidation::best() const {
  return static_cast<std::size_t>(std::min_element(mean.begin(), mean.end()) - mean.begin());
}

std::size_t CrossValidation::best_within_one_standard_error() const {
  const std::size_t smallest = best();
  const double limit = mean[smallest] + standard_error[smallest];
  const auto first = std::find_if(mean.begin(), mean.end(), [limit](double error) { return error <= limit; });
  return static_cast<std::size_t>(first - mean.begin());
}

CrossValidation cross_validate(const std::vector<CellTable>& folds, const std::vector<double>& lambdas,
                               const Loss& loss, std::size_t threads, Progress& progress) {
  std::vector<double> held_out_weight;
  double all = 0;
  for (const CellTable& fold : folds) {
    held_out_weight.push_back(total_weight(fold));
    all += held_out_weight.back();
  }
  // Whole paths first; the paths of the last two folds are cut in two, and their shorter halves (small lambdas) come at
  // the end, so that no core waits long for the last task.
  struct Stretch {
    std::size_t fold;
    std::size_t begin;
    std::size_t end;
  };
  const std::size_t middle = lambdas.size() / 2;
  const std::size_t whole = folds.size() - std::min<std::size_t>(folds.size(), 2);
  std::vector<Stretch> tasks;
  for (std::size_t fold = 0; fold < whole; ++fold) tasks.push_back({fold, 0, lambdas.size()});
  for (std::size_t fold = whole; fold < folds.size(); ++fold) tasks.push_back({fold, 0, middle});
  for (std::size_t fold = whole; fold < folds.size(); ++fold) tasks.push_back({fold, middle, lambdas.size()});
  std::vector<std::vector<double>> error(folds.size(), std::vector<double>(lambdas.size(), 0.0));
  std::vector<double> worst_gap(tasks.size(), 0.0);
  std::atomic<std::size_t> done{0};
  parallel_for(tasks.size(), threads, [&](std::size_t task) {
    const auto [fold, begin, end] = tasks[task];
    const double training_weight = all - held_out_weight[fold];
    if (held_out_weight[fold] <= 0 || training_weight <= 0) return;
    const double carry = std::pow(training_weight / all, lambda_carry_exponent);
    const TvProblem held_out = tv_problem(folds[fold], loss);
    const double within = loss.deviance_within(folds[fold]);
    GridSolver solver(tv_problem(merge_all_but(folds, fold), loss));
    // From small to large lambda: a little faster than the other way.
    for (std::size_t i = end; i-- > begin;) {
      progress.check();
      Solution solution = solver.solve(lambdas[i] * carry);
      worst_gap[task] = std::max(worst_gap[task], certify(solver.problem(), solution, loss).relative_gap);
      keep_inside(loss, training_weight, solution.beta);
      error[fold][i] =
          (within + 2 * loss.divergence(held_out.weight, held_out.mean, solution.beta)) / held_out_weight[fold];
      progress.advance(static_cast<double>(++done) / static_cast<double>(folds.size() * lambdas.size()));
    }
  });

  CrossValidation result;
  result.lambdas = lambdas;
  result.worst_relative_gap = *std::max_element(worst_gap.begin(), worst_gap.end());
  std::size_t used = 0;
  double used_weight = 0;
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    if (held_out_weight[fold] <= 0 || held_out_weight[fold] >= all) {
      held_out_weight[fold] = 0;
      continue;
    }
    ++used;
    used_weight += held_out_weight[fold];
  }
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    double mean = 0;
    double variance = 0;
    for (std::size_t fold = 0; fold < folds.size(); ++fold)
      mean += held_out_weight[fold] / used_weight * error[fold][i];
    for (std::size_t fold = 0; fold < folds.size(); ++fold) {
      const double difference = error[fold][i] - mean;
      variance += held_out_weight[fold] / used_weight * difference * difference;
    }
    result.mean.push_back(used > 0 ? mean : 0.0);
    result.standard_error.push_back(used > 1 ? std::sqrt(variance / static_cast<double>(used - 1)) : 0.0);
  }
  return result;
}

}  // namespace gaptv
