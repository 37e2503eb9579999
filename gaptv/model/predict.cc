// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/predict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gaptv/base/error.h"
#include "gaptv/base/parallel.h"
#include "gaptv/grid/bin_locator.h"

namespace gaptv {
namespace {

constexpr std::size_t rows_per_task = std::size_t{1} << 14U;

// Calls visit(row, cell) for every row, from several threads.
template <typename Visit>
void for_each_located(const Surface& surface, const DataView& data, std::size_t threads, Visit&& visit) {
  const std::size_t axes = surface.grid.axes.size();
  if (data.features.size() != axes) {
    throw InvalidInput("the model has " + std::to_string(axes) + " features, the data " +
                       std::to_string(data.features.size()) + "; give the features it was fitted with, in that order");
  }
  std::vector<BinLocator> locators;
  for (const Axis& axis : surface.grid.axes) locators.emplace_back(axis.edges);
  const std::size_t rows = data.rows();
  parallel_for((rows + rows_per_task - 1) / rows_per_task, threads, [&](std::size_t task) {
    const std::size_t begin = task * rows_per_task;
    const std::size_t end = std::min(rows, begin + rows_per_task);
    std::vector<std::uint32_t> cells(end - begin, 0);
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const auto bins = static_cast<std::uint32_t>(surface.grid.axes[axis].bins());
      const ColumnView column = data.features[axis];
      const BinLocator& locator = locators[axis];
      for (std::size_t row = begin; row < end; ++row) {
        cells[row - begin] = cells[row - begin] * bins + static_cast<std::uint32_t>(locator.bin_of(column[row]));
      }
    }
    for (std::size_t row = begin; row < end; ++row) visit(row, cells[row - begin]);
  });
}

// Turns what the surfaces of the classes say of one row into probabilities that add up to 1.
void normalise(std::vector<double>& row) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& probability : row) probability /= sum;
}

// Turns it into their logits. p / (1 - p) is one class against the sum of the others: nothing cancels where p is
// near 1.
void normalise_to_logits(std::vector<double>& row) {
  std::vector<double> sum_of_others(row.size(), 0.0);
  for (std::size_t k = 0; k < row.size(); ++k) {
    for (std::size_t other = 0; other < row.size(); ++other) sum_of_others[k] += other == k ? 0.0 : row[other];
  }
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = std::log(row[k] / sum_of_others[k]);
}

// The values of one surface, by row; of several classes before they are brought to add up to 1.
void predict_surface(std::span<double> result, const Surface& surface, const DataView& data, PredictionType type,
                     std::size_t threads) {
  std::vector<double> value_of_cell = type == PredictionType::response ? fitted_values(surface) : surface.beta;
  if (type == PredictionType::region)
    value_of_cell.assign(surface.region_of_cell.begin(), surface.region_of_cell.end());
  for_each_located(surface, data, threads,
                   [&](std::size_t row, std::uint32_t cell) { result[row] = value_of_cell[cell]; });
}

}  // namespace

PredictionType parse_prediction_type(const std::string& text) {
  if (text == "response") return PredictionType::response;
  if (text == "link") return PredictionType::link;
  if (text == "region" || text == "plateau") return PredictionType::region;
  throw InvalidInput("type '" + text + "': give response, link or region");
}

std::vector<std::uint32_t> locate(const Surface& surface, const DataView& data, std::size_t threads) {
  std::vector<std::uint32_t> cells(data.rows());
  for_each_located(surface, data, threads, [&](std::size_t row, std::uint32_t cell) { cells[row] = cell; });
  return cells;
}

std::vector<std::vector<double>> predict_by_surface(const Model& model, const DataView& data, PredictionType type,
                                                    std::size_t threads) {
  // The logits of several classes are those of the probabilities that add up to 1.
  const bool has_logits = model.has_classes() && type == PredictionType::link;
  std::vector<std::vector<double>> result(model.surfaces.size(), std::vector<double>(data.rows()));
  for (std::size_t k = 0; k < result.size(); ++k) {
    predict_surface(result[k], model.surfaces[k], data, has_logits ? PredictionType::response : type, threads);
  }
  if (!model.has_classes() || type == PredictionType::region) return result;
  std::vector<double> of_row(result.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t k = 0; k < result.size(); ++k) of_row[k] = result[k][row];
    has_logits ? normalise_to_logits(of_row) : normalise(of_row);
    for (std::size_t k = 0; k < result.size(); ++k) result[k][row] = of_row[k];
  }
  return result;
}

void predict_into(std::span<double> result, const Model& model, const DataView& data, PredictionType type,
                  std::size_t threads) {
  if (!model.has_classes()) {
    predict_surface(result, model.surfaces.front(), data, type, threads);
    return;
  }
  const std::vector<std::vector<double>> by_surface = predict_by_surface(model, data, type, threads);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t k = 0; k < by_surface.size(); ++k) result[row * by_surface.size() + k] = by_surface[k][row];
  }
}

std::vector<double> predict(const Model& model, const DataView& data, PredictionType type, std::size_t threads) {
  std::vector<double> result(data.rows() * model.surfaces.size());
  predict_into(result, model, data, type, threads);
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

std::vector<std::uint8_t> is_outside_training_range(const Model& model, const DataView& data) {
  const Grid& grid = model.surfaces.front().grid;
  std::vector<std::uint8_t> outside(data.rows(), 0);
  for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (grid.axes[axis].is_outside(data.features[axis][row])) outside[row] = 1;
    }
  }
  const std::vector<bool>& left_out = grid.left_out;
  if (left_out.empty()) return outside;
  const std::vector<std::uint32_t> cells = locate(model.surfaces.front(), data, 1);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (left_out[cells[row]]) outside[row] = 1;
  }
  return outside;
}

}  // namespace gaptv
