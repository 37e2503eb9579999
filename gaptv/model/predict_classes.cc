// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/predict_classes.h"

#include <cmath>
#include <numeric>

namespace gaptv {
namespace {

// From what the models of the classes say of one row to probabilities that add up to 1.
void normalise(std::vector<double>& row) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& probability : row) probability /= sum;
}

// The same to their logits. p / (1 - p) is one class against the sum of the others: nothing cancels where p is near 1.
void normalise_to_logits(std::vector<double>& row) {
  std::vector<double> sum_of_others(row.size(), 0.0);
  for (std::size_t k = 0; k < row.size(); ++k) {
    for (std::size_t other = 0; other < row.size(); ++other) sum_of_others[k] += other == k ? 0.0 : row[other];
  }
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = std::log(row[k] / sum_of_others[k]);
}

}  // namespace

std::vector<std::vector<double>> predict_classes(const ClassModel& model, const DataView& data, PredictionType type,
                                                 std::size_t threads) {
  std::vector<std::vector<double>> result;
  for (const Model& one : model.models) {
    result.push_back(predict(
        one, data, type == PredictionType::plateau ? PredictionType::plateau : PredictionType::response, threads));
  }
  if (type == PredictionType::plateau) return result;
  std::vector<double> of_row(result.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t k = 0; k < result.size(); ++k) of_row[k] = result[k][row];
    type == PredictionType::link ? normalise_to_logits(of_row) : normalise(of_row);
    for (std::size_t k = 0; k < result.size(); ++k) result[k][row] = of_row[k];
  }
  return result;
}

std::vector<std::size_t> most_probable_class(const std::vector<std::vector<double>>& probability) {
  std::vector<std::size_t> best(probability.empty() ? 0 : probability.front().size(), 0);
  for (std::size_t k = 1; k < probability.size(); ++k) {
    for (std::size_t row = 0; row < best.size(); ++row) {
      if (probability[k][row] > probability[best[row]][row]) best[row] = k;
    }
  }
  return best;
}

}  // namespace gaptv
