// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/data/outcome_scale.h"
#include "gaptv/evaluate/area_under_curve.h"
#include "gaptv/evaluate/evaluate_classes.h"
#include "gaptv/evaluate/plateaus.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/outcome.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

void count_plateaus(const Model& model, const DataView& data, const std::vector<double>& prediction,
                    Evaluation& evaluation) {
  const std::optional<std::size_t> on_grid = count_plateaus_on_grid(data, prediction);
  evaluation.is_counted_on_grid = on_grid.has_value();
  evaluation.plateaus = on_grid ? *on_grid : count_regions(model);
}

// Errors are added up in units of a power of two near the largest one: no square overflows or vanishes on the way, and
// scaling rounds nothing. What is too large or too small for a double in the end (a deviance of 1e-400) becomes
// infinity or 0 only there.
void measure_errors(const DataView& data, const std::vector<double>& prediction, Evaluation& evaluation) {
  for (std::size_t row = 0; row < data.rows(); ++row) {
    evaluation.max_error = std::max(evaluation.max_error, std::abs(data.outcome[row] - prediction[row]));
  }
  if (std::isinf(evaluation.max_error)) {
    throw InvalidInput("outcome '" + data.outcome_name +
                       "': the errors are beyond the largest number; divide the column by a suitable power of ten");
  }
  int exponent = 0;
  std::frexp(evaluation.max_error, &exponent);
  double weight = 0;
  double sum = 0;
  double sum_of_squares = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double error = std::ldexp(std::abs(data.outcome[row] - prediction[row]), -exponent);
    weight += data.size_of(row);
    sum += data.size_of(row) * error;
    sum_of_squares += data.size_of(row) * error * error;
  }
  evaluation.rmse = std::ldexp(std::sqrt(sum_of_squares / weight), exponent);
  evaluation.mae = std::ldexp(sum / weight, exponent);
  evaluation.deviance = std::ldexp(sum_of_squares, 2 * exponent);
}

double deviance_of_rows(const CellLoss& loss, const DataView& data, const std::vector<double>& prediction) {
  std::vector<double> weight;
  std::vector<double> mean;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    weight.push_back(data.size_of(row));
    mean.push_back(data.outcome[row]);
  }
  return 2 * loss.divergence(weight, mean, prediction);
}

// The deviance of the model's own loss, of single outcomes; NaN if that is not known.
double deviance_of_outcomes(const OutcomeLoss* loss, const Model& model, const DataView& data, std::size_t threads) {
  if (loss == nullptr) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::uint32_t> cells = locate(model.surfaces.front(), data, threads);
  std::vector<CellSamples::Entry> entries;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    entries.push_back({cells[row], data.outcome[row], data.weight_of(row)});
  }
  const double base = outcome_scale(data, threads).center;
  return deviance(*loss, CellSamples(model.surfaces.front().beta.size(), entries, base),
                  fitted_values(model.surfaces.front()));
}

ClassificationMeasures classify(const DataView& data, const std::vector<double>& prediction, double deviance,
                                double rmse) {
  double weight = 0;
  double right = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double share = prediction[row] == 0.5 ? 0.5 : (prediction[row] > 0.5) == (data.outcome[row] == 1) ? 1.0 : 0.0;
    right += data.weight_of(row) * share;
    weight += data.weight_of(row);
  }
  return {right / weight, deviance / (2 * weight), rmse * rmse, area_under_curve(data, prediction)};
}

}  // namespace

Evaluation evaluate(const Model& model, const DataView& given, std::size_t threads, const OutcomeLoss* own_loss) {
  if (model.has_classes()) return evaluate_classes(model, given, threads);
  check(given, threads);
  const OutcomeData outcome(given, model.record.loss);
  const DataView& data = outcome.view();
  const std::vector<double> prediction = predict(model, data, PredictionType::response, threads);
  Evaluation evaluation;
  evaluation.rows = given.rows();
  measure_errors(data, prediction, evaluation);
  const FitRecord& record = model.record;
  if (find_cell_loss(record.loss) == nullptr) {
    const auto named = make_outcome_loss({record.loss, record.loss_parameter});
    evaluation.deviance = deviance_of_outcomes(named ? named.get() : own_loss, model, data, threads);
  } else if (!outcome.loss().has_identity_link()) {
    evaluation.deviance = deviance_of_rows(outcome.loss(), data, prediction);
  }
  if (outcome.loss().accepts().are_two_classes) {
    evaluation.classification = classify(data, prediction, evaluation.deviance, evaluation.rmse);
  }
  count_plateaus(model, data, prediction, evaluation);
  evaluation.aic = evaluation.deviance + 2 * static_cast<double>(evaluation.plateaus);
  return evaluation;
}

}  // namespace gaptv
