// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/evaluate/evaluate_classes.h"

#include <cmath>
#include <limits>

#include "gaptv/evaluate/area_under_curve.h"
#include "gaptv/model/class_errors.h"
#include "gaptv/model/classes.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

// The average over the classes, each against the rest; a class of no row or of all rows has no curve.
double mean_area_under_curve(const std::vector<std::vector<double>>& probability,
                             const std::vector<std::size_t>& class_of_row, const DataView& data) {
  double sum = 0;
  double count = 0;
  for (std::size_t k = 0; k < probability.size(); ++k) {
    const std::vector<double> outcome = membership(class_of_row, k);
    DataView against_rest = data;
    against_rest.outcome = outcome;
    const double area = area_under_curve(against_rest, probability[k]);
    if (std::isnan(area)) continue;
    sum += area;
    ++count;
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Evaluation evaluate_classes(const Model& model, const DataView& data, std::size_t threads) {
  check(data, threads);
  const std::vector<std::size_t> class_of_row = class_of_rows(model.record.classes, data);
  const std::vector<std::vector<double>> probability =
      predict_by_surface(model, data, PredictionType::response, threads);
  const ClassErrors errors = class_errors(probability, class_of_row, data);
  Evaluation evaluation;
  evaluation.rows = data.rows();
  evaluation.rmse = errors.rmse;
  evaluation.mae = errors.mae;
  evaluation.max_error = errors.max_error;
  evaluation.deviance = errors.deviance;
  evaluation.plateaus = count_regions(model);
  evaluation.aic = evaluation.deviance + 2 * static_cast<double>(evaluation.plateaus);
  evaluation.classification = {errors.accuracy, errors.log_loss, errors.brier,
                               mean_area_under_curve(probability, class_of_row, data)};
  return evaluation;
}

}  // namespace gaptv
