// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/compare.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "gaptv/base/error.h"
#include "gaptv/baselines/method.h"
#include "gaptv/data/fold_assignment.h"
#include "gaptv/loss/loss.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/outcome.h"

namespace gaptv {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The same for all folds: a part of the rows may look like outcomes of another kind.
std::string loss_of(const DataView& data, const FitOptions& options) {
  if (is_for_classes(data, options)) return std::string(one_vs_rest);
  if (options.loss == "auto") return std::string(OutcomeData(data, options.loss).loss().name());
  return options.loss;
}

[[noreturn]] void refuse(const std::string& method, const std::string& loss) {
  std::string message = "the method " + method + " cannot fit the loss ";
  message += loss + "; leave it out (--methods)";
  if (loss == binomial_loss().name()) message += " or fit shares as numbers (--loss gaussian)";
  throw InvalidInput(message);
}

std::vector<const Method*> methods_to_compare(const CompareOptions& options, const std::string& loss,
                                              Comparison& comparison) {
  std::vector<const Method*> chosen;
  for (const std::string& name : options.methods) {
    const Method& method = find_method(name);
    if (!method.can_fit(loss)) refuse(name, loss);
    chosen.push_back(&method);
  }
  if (!options.methods.empty()) return chosen;
  std::string left_out;
  for (const Method& method : methods()) {
    if (method.can_fit(loss)) {
      chosen.push_back(&method);
    } else {
      left_out += (left_out.empty() ? "" : ", ") + std::string(method.name);
    }
  }
  if (!left_out.empty()) comparison.notes.push_back("left out, as they cannot fit the loss " + loss + ": " + left_out);
  return chosen;
}

// The rows of a weight above 0, with these weights instead of their own.
Dataset rows_with(const DataView& data, const std::vector<double>& weight) {
  Dataset rows;
  rows.feature_names = data.feature_names;
  rows.outcome_name = data.outcome_name;
  rows.exposure_name = data.exposure_name;
  rows.classes = data.classes;
  rows.features.resize(data.features.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (!(weight[row] > 0)) continue;
    for (std::size_t j = 0; j < data.features.size(); ++j) rows.features[j].push_back(data.features[j][row]);
    rows.outcome.push_back(data.outcome[row]);
    if (!data.weight.empty()) rows.weight.push_back(weight[row]);
    if (!data.exposure.empty()) rows.exposure.push_back(data.exposure[row]);
  }
  return rows;
}

// The rows of one fold, and all others.
struct Split {
  Dataset train;
  Dataset test;
};

Split split(const DataView& data, const FoldAssignment& folds, std::size_t fold) {
  std::vector<double> inside(data.rows());
  std::vector<double> outside(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double weight = data.weight_of(row);
    inside[row] = data.weight.empty() ? (folds.fold[row] == fold ? 1.0 : 0.0) : folds.weight_in_fold(row, weight, fold);
    outside[row] = weight - inside[row];
  }
  return {rows_with(data, outside), rows_with(data, inside)};
}

HeldOutFold measure(const Method& method, const Split& rows, FitOptions options, Progress& progress) {
  options.method = method.name;
  HeldOutFold result;
  const auto start = std::chrono::steady_clock::now();
  const AnyModel model = method.fit(rows.train.view(), options, &progress);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const DataView test = rows.test.view();
  result.weight = total_weight(test);
  if (const auto* const one = std::get_if<Model>(&model)) {
    result.evaluation = evaluate(*one, test, options.threads, options.own_loss.get());
    result.evaluation.plateaus = one->plateaus.size();
    result.lambda = one->record.lambda;
  } else {
    result.evaluation = evaluate(std::get<ClassModel>(model), test, options.threads);
    result.lambda = not_a_number;
  }
  return result;
}

void check_folds(const DataView& data, std::size_t folds) {
  constexpr std::size_t most_folds = 1000;
  if (folds < 2 || folds > most_folds) {
    throw InvalidInput("folds: give a number from 2 to " + std::to_string(most_folds));
  }
  if (total_weight(data) < static_cast<double>(folds)) {
    throw InvalidInput(std::to_string(data.rows()) + " rows are fewer than the " + std::to_string(folds) +
                       " folds of the comparison; use fewer folds (--folds)");
  }
}

// Rows with the same content may leave a fold without any.
void check_split(const Split& rows, std::size_t fold) {
  if (rows.train.rows() > 0 && rows.test.rows() > 0) return;
  throw InvalidInput("fold " + std::to_string(fold + 1) +
                     " of the comparison has no rows; use fewer folds (--folds) or another seed (--seed)");
}

// Any other number would do: so that the folds that a method makes of the rest are not those of the comparison.
std::uint64_t seed_of_comparison(std::uint64_t seed) {
  return seed ^ 0x9e3779b97f4a7c15U;
}

}  // namespace

MeanAndError over_folds(const MethodComparison& method, const std::function<double(const HeldOutFold&)>& measure) {
  const auto count = static_cast<double>(method.folds.size());
  double mean = 0;
  for (const HeldOutFold& fold : method.folds) mean += measure(fold) / count;
  double squares = 0;
  for (const HeldOutFold& fold : method.folds) squares += (measure(fold) - mean) * (measure(fold) - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

double aic(const MethodComparison& method) {
  double deviance = 0;
  for (const HeldOutFold& fold : method.folds) deviance += fold.evaluation.deviance;
  const auto plateaus = [](const HeldOutFold& fold) { return static_cast<double>(fold.evaluation.plateaus); };
  return deviance + 2 * over_folds(method, plateaus).mean;
}

Comparison compare(const DataView& given, const CompareOptions& options, Progress* progress_or_null) {
  Progress silent;
  Progress& progress = progress_or_null != nullptr ? *progress_or_null : silent;
  check(given, options.fit.threads);
  check_folds(given, options.folds);
  FitOptions fit = options.fit;
  fit.loss = loss_of(given, options.fit);
  Comparison comparison;
  comparison.loss = name_of_loss(fit);
  const std::vector<const Method*> methods = methods_to_compare(options, comparison.loss, comparison);
  // Successes among trials become outcomes 1 and 0 before they are dealt to the folds: a part of a row's trials would
  // not know how many of its successes are theirs.
  std::optional<OutcomeData> outcome;
  if (comparison.loss == binomial_loss().name()) outcome.emplace(given, fit.loss);
  const DataView& data = outcome ? outcome->view() : given;
  comparison.observations = total_weight(data);
  progress.begin(Stage::compare);
  const FoldAssignment folds = assign_folds(data, options.folds, seed_of_comparison(fit.seed), fit.threads, progress);
  for (const Method* method : methods) comparison.methods.push_back({std::string(method->name), {}});
  WithoutStages quiet(progress);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const Split rows = split(data, folds, fold);
    check_split(rows, fold);
    for (std::size_t i = 0; i < methods.size(); ++i) {
      comparison.methods[i].folds.push_back(measure(*methods[i], rows, fit, quiet));
      const std::size_t done = fold * methods.size() + i + 1;
      progress.advance(static_cast<double>(done) / static_cast<double>(options.folds * methods.size()));
    }
  }
  return comparison;
}

}  // namespace gaptv
