// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/cross_validation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>

#include "gaptv/base/fold_average.h"
#include "gaptv/base/parallel.h"
#include "gaptv/tv/lambda_carry.h"

namespace gaptv {
namespace {

// A part of the path of one fold.
struct Stretch {
  std::size_t fold;
  std::size_t begin;
  std::size_t end;
};

// Whole paths first; the paths of the last two folds are cut in two, and their shorter halves (small lambdas) come at
// the end, so that no core waits long for the last task.
std::vector<Stretch> cut_into_stretches(std::size_t folds, std::size_t lambdas) {
  const std::size_t middle = lambdas / 2;
  const std::size_t whole = folds - std::min<std::size_t>(folds, 2);
  std::vector<Stretch> tasks;
  for (std::size_t fold = 0; fold < whole; ++fold) tasks.push_back({fold, 0, lambdas});
  for (std::size_t fold = whole; fold < folds; ++fold) tasks.push_back({fold, 0, middle});
  for (std::size_t fold = whole; fold < folds; ++fold) tasks.push_back({fold, middle, lambdas});
  return tasks;
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

std::size_t CrossValidation::best_by_paired_differences() const {
  const double smallest = mean[best()];
  std::size_t i = 0;
  while (mean[i] - smallest > standard_error_of_difference[i]) ++i;
  return i;
}

namespace {

using Errors = std::vector<std::vector<double>>;  // by fold and lambda

// held_out_weight: 0 for folds that were passed over.
CrossValidation average_folds(const std::vector<double>& lambdas, const Errors& error,
                              const std::vector<double>& held_out_weight) {
  CrossValidation result;
  result.lambdas = lambdas;
  const FoldAverage folds(held_out_weight);
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    const auto error_of = [&](std::size_t fold) { return error[fold][i]; };
    result.mean.push_back(folds.mean(error_of));
    result.standard_error.push_back(folds.standard_error(result.mean[i], error_of));
  }
  const std::size_t best = result.best();
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    result.standard_error_of_difference.push_back(folds.standard_error(
        result.mean[i] - result.mean[best], [&](std::size_t fold) { return error[fold][i] - error[fold][best]; }));
  }
  return result;
}

}  // namespace

std::vector<CrossValidation> cross_validate(const FoldedData& data, const std::vector<double>& lambdas,
                                            const std::vector<double>& relaxations, std::size_t threads,
                                            Progress& progress) {
  const std::size_t folds = data.folds();
  std::vector<double> held_out_weight;
  double all = 0;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    held_out_weight.push_back(data.weight(fold));
    all += held_out_weight.back();
  }
  const std::vector<Stretch> tasks = cut_into_stretches(folds, lambdas.size());
  std::vector<Errors> error(relaxations.size(), Errors(folds, std::vector<double>(lambdas.size(), 0.0)));
  std::vector<double> worst_gap(tasks.size(), 0.0);
  std::atomic<std::size_t> done{0};
  parallel_for(tasks.size(), threads, [&](std::size_t task) {
    const auto [fold, begin, end] = tasks[task];
    const double training_weight = all - held_out_weight[fold];
    if (held_out_weight[fold] <= 0 || training_weight <= 0) return;
    const std::unique_ptr<PathSolver> solver = data.solver_without(fold);
    // From small to large lambda: a little faster than the other way.
    for (std::size_t i = end; i-- > begin;) {
      progress.check();
      const PathFit fit = solver->solve(carry_lambda(lambdas[i], training_weight / all));
      worst_gap[task] = worse_of(worst_gap[task], fit.certificate.relative_gap);
      for (std::size_t k = 0; k < relaxations.size(); ++k) {
        const double deviance = relaxations[k] > 0
                                    ? data.deviance_of_fold(fold, data.relax_without(fold, fit, relaxations[k]))
                                    : data.deviance_of_fold(fold, fit.published());
        error[k][fold][i] = deviance / held_out_weight[fold];
      }
      progress.advance(static_cast<double>(++done) / static_cast<double>(folds * lambdas.size()));
    }
  });
  for (double& weight : held_out_weight) {
    if (weight >= all) weight = 0;
  }
  std::vector<CrossValidation> results;
  results.reserve(relaxations.size());
  for (const Errors& of_relaxation : error) {
    results.push_back(average_folds(lambdas, of_relaxation, held_out_weight));
    results.back().worst_relative_gap = std::accumulate(worst_gap.begin(), worst_gap.end(), 0.0, worse_of);
  }
  return results;
}

}  // namespace gaptv
