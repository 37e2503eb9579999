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
#include "gaptv/grid/connected_cells.h"
#include "gaptv/grid/shape.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/loss/loss_choice.h"
#include "gaptv/model/outcome.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

// As the paper's authors count, so that methods that only come near a constant are not punished.
constexpr double equal_up_to = 1e-4;

// The full grid that rows are the points of, and the cell of each row in it.
struct EvaluationGrid {
  Shape shape;
  std::vector<std::size_t> cell_of_row;
};

std::vector<double> distinct_values(const ColumnView& column) {
  std::vector<double> values;
  for (std::size_t row = 0; row < column.size; ++row) values.push_back(column[row]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Nothing unless each combination of distinct feature values occurs exactly once. O(rows log rows).
std::optional<EvaluationGrid> full_grid(const DataView& data) {
  const std::size_t rows = data.rows();
  EvaluationGrid grid;
  grid.cell_of_row.assign(rows, 0);
  for (const ColumnView& feature : data.features) {
    const std::vector<double> values = distinct_values(feature);
    grid.shape.bins.push_back(values.size());
    if (rows % grid.shape.cells() != 0) return std::nullopt;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto place = std::lower_bound(values.begin(), values.end(), feature[row]) - values.begin();
      grid.cell_of_row[row] = grid.cell_of_row[row] * values.size() + static_cast<std::size_t>(place);
    }
  }
  if (grid.shape.cells() != rows) return std::nullopt;
  std::vector<bool> is_taken(rows, false);
  for (const std::size_t cell : grid.cell_of_row) {
    if (is_taken[cell]) return std::nullopt;
    is_taken[cell] = true;
  }
  return grid;
}

void count_plateaus(const Model& model, const DataView& data, const std::vector<double>& prediction,
                    Evaluation& evaluation) {
  const std::optional<EvaluationGrid> grid = full_grid(data);
  evaluation.is_counted_on_grid = grid.has_value();
  evaluation.plateaus = count_regions(model);
  if (!grid) return;
  std::vector<double> value_of_cell(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) value_of_cell[grid->cell_of_row[row]] = prediction[row];
  evaluation.plateaus = connect_equal_cells(grid->shape, value_of_cell, equal_up_to).count;
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
