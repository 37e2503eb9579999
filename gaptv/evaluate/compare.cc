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
#include "gaptv/data/observations.h"
#include "gaptv/evaluate/outer_folds.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/fit_classes.h"
#include "gaptv/model/fitted_loss.h"
#include "gaptv/model/option_table.h"
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
  message += loss + "; leave it out (`methods`)";
  if (loss_named(loss)->accepts().are_two_classes) message += " or fit shares as numbers (`loss=gaussian`)";
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

HeldOutFold measure(const Method& method, const OuterSplit& rows, FitOptions options, Progress& progress) {
  options = options_for_method(std::move(options), std::string(method.name));
  HeldOutFold result;
  const auto start = std::chrono::steady_clock::now();
  const Model model = method.fit(rows.train.view(), options, &progress);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const DataView test = rows.test.view();
  result.weight = total_weight(test);
  result.evaluation = evaluate(model, test, options.threads, options.own_loss.get());
  result.evaluation.plateaus = count_regions(model);
  result.lambda = model.has_classes() ? not_a_number : model.surfaces.front().record.lambda;
  return result;
}

}  // namespace

MeanAndError over_folds(const MethodComparison& method, const std::function<double(const HeldOutFold&)>& measure) {
  std::vector<double> values;
  values.reserve(method.folds.size());
  for (const HeldOutFold& fold : method.folds) values.push_back(measure(fold));
  return mean_and_error(values);
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
  FitOptions fit = options.fit;
  fit.loss = loss_of(given, options.fit);
  Comparison comparison;
  comparison.loss = name_of_loss(fit);
  const std::vector<const Method*> methods = methods_to_compare(options, comparison.loss, comparison);
  // Successes among trials become outcomes 1 and 0 before they are dealt to the folds: a part of a row's trials would
  // not know how many of its successes are theirs.
  std::optional<OutcomeData> outcome;
  const AcceptedOutcomes accepted = loss_named(comparison.loss)->accepts();
  if (accepted.are_two_classes) outcome.emplace(given, fit.loss);
  const Observations observations(outcome ? outcome->view() : given, fit.weight_kind, outcome && outcome->has_trials());
  const DataView& data = observations.view();
  comparison.observations = observations.count();
  comparison.notes.insert(comparison.notes.end(), observations.notes().begin(), observations.notes().end());
  progress.begin(Stage::compare);
  const bool is_discrete = !data.classes.empty() || accepted.are_discrete();
  const OuterFolds folds(data, {options.folds, fit.seed, is_discrete, fit.threads}, progress);
  for (const Method* method : methods) comparison.methods.push_back({std::string(method->name), {}});
  WithoutStages quiet(progress);
  for (std::size_t fold = 0; fold < options.folds; ++fold) {
    const OuterSplit rows = folds.split(fold);
    for (std::size_t i = 0; i < methods.size(); ++i) {
      comparison.methods[i].folds.push_back(measure(*methods[i], rows, fit, quiet));
      const std::size_t done = fold * methods.size() + i + 1;
      progress.advance(static_cast<double>(done) / static_cast<double>(options.folds * methods.size()));
    }
  }
  return comparison;
}

}  // namespace gaptv
