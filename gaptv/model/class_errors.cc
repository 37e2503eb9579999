// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/class_errors.h"

#include <algorithm>
#include <cmath>

#include "gaptv/model/predict.h"

namespace gaptv {

ClassErrors class_errors(const std::vector<std::vector<double>>& probability,
                         const std::vector<std::size_t>& class_of_row, const DataView& data) {
  const std::vector<std::size_t> predicted = most_probable_class(probability);
  ClassErrors errors;
  double observations = 0;
  double sum = 0;
  double sum_of_squares = 0;
  for (std::size_t row = 0; row < class_of_row.size(); ++row) {
    const double weight = data.weight_of(row);
    observations += weight;
    errors.deviance -= 2 * weight * std::log(probability[class_of_row[row]][row]);
    if (predicted[row] == class_of_row[row]) errors.accuracy += weight;
    for (std::size_t k = 0; k < probability.size(); ++k) {
      const double error = k == class_of_row[row] ? 1 - probability[k][row] : probability[k][row];
      sum += weight * error;
      sum_of_squares += weight * error * error;
      errors.max_error = std::max(errors.max_error, error);
    }
  }
  const auto classes = static_cast<double>(probability.size());
  errors.accuracy /= observations;
  errors.log_loss = errors.deviance / (2 * observations);
  errors.brier = sum_of_squares / observations;
  errors.rmse = std::sqrt(errors.brier / classes);
  errors.mae = sum / (observations * classes);
  return errors;
}

}  // namespace gaptv
