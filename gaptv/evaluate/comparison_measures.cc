// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/comparison_measures.h"

#include "gaptv/loss/error_measure.h"
#include "gaptv/loss/loss_choice.h"

namespace gaptv {
namespace {

namespace held_out {  // a name each in a folder that is compiled as one file

double deviance_of_one(const HeldOutFold& fold) {
  return fold.evaluation.deviance / fold.weight;
}

constexpr ComparisonMeasure rmse = {root_mean_squared_error.key, root_mean_squared_error.title,
                                    [](const HeldOutFold& fold) { return fold.evaluation.rmse; }};
constexpr ComparisonMeasure mae = {"mae", "MAE", [](const HeldOutFold& fold) { return fold.evaluation.mae; }};
constexpr ComparisonMeasure max_error = {"max_error", "max error",
                                         [](const HeldOutFold& fold) { return fold.evaluation.max_error; }};
constexpr ComparisonMeasure deviance_of_fold = {"deviance", "deviance",
                                                [](const HeldOutFold& fold) { return fold.evaluation.deviance; }};
constexpr ComparisonMeasure mean_deviance = {deviance_per_observation.key, deviance_per_observation.name,
                                             deviance_of_one};
constexpr ComparisonMeasure plateaus = {
    "plateaus", "regions", [](const HeldOutFold& fold) { return static_cast<double>(fold.evaluation.plateaus); }};
constexpr ComparisonMeasure lambda = {"lambda", "lambda", [](const HeldOutFold& fold) { return fold.lambda; }};
constexpr ComparisonMeasure seconds = {"seconds", "seconds", [](const HeldOutFold& fold) { return fold.seconds; }};
constexpr ComparisonMeasure accuracy = {
    "accuracy", "accuracy", [](const HeldOutFold& fold) { return fold.evaluation.classification->accuracy; }};
constexpr ComparisonMeasure log_loss = {
    "log_loss", "log loss", [](const HeldOutFold& fold) { return fold.evaluation.classification->log_loss; }};
constexpr ComparisonMeasure brier = {"brier", "Brier",
                                     [](const HeldOutFold& fold) { return fold.evaluation.classification->brier; }};
constexpr ComparisonMeasure auc = {"auc", "AUC",
                                   [](const HeldOutFold& fold) { return fold.evaluation.classification->auc; }};

}  // namespace held_out

}  // namespace

bool has_classes(const Comparison& comparison) {
  return comparison.methods.front().folds.front().evaluation.classification.has_value();
}

ComparisonMeasure main_measure(const Comparison& comparison) {
  return loss_named(comparison.loss)->error().is_root ? held_out::rmse : held_out::mean_deviance;
}

std::vector<ComparisonMeasure> other_measures(const Comparison& comparison) {
  if (has_classes(comparison)) return {held_out::accuracy, held_out::brier, held_out::plateaus};
  return {held_out::max_error, held_out::plateaus};
}

ComparisonMeasure seconds_measure() {
  return held_out::seconds;
}

std::vector<ComparisonMeasure> all_measures(const Comparison& comparison) {
  std::vector<ComparisonMeasure> measures = {
      held_out::rmse,          held_out::mae,      held_out::max_error, held_out::deviance_of_fold,
      held_out::mean_deviance, held_out::plateaus, held_out::lambda,    held_out::seconds};
  if (has_classes(comparison))
    measures.insert(measures.end(), {held_out::accuracy, held_out::log_loss, held_out::brier, held_out::auc});
  return measures;
}

}  // namespace gaptv
