// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/predict.h"

#include <algorithm>

#include "gaptv/base/error.h"
#include "gaptv/base/parallel.h"
#include "gaptv/grid/bin_locator.h"

namespace gaptv {
namespace {

constexpr std::size_t rows_per_task = std::size_t{1} << 14U;

// Calls visit(row, cell) for every row, from several threads.
template <typename Visit>
void for_each_located(const Model& model, const DataView& data, std::size_t threads, Visit&& visit) {
  const std::size_t axes = model.grid.axes.size();
  if (data.features.size() != axes) {
    throw InvalidInput("the model has " + std::to_string(axes) + " features, the data " +
                       std::to_string(data.features.size()) + "; give the features it was fitted with, in that order");
  }
  std::vector<BinLocator> locators;
  for (const Axis& axis : model.grid.axes) locators.emplace_back(axis.edges);
  const std::size_t rows = data.rows();
  parallel_for((rows + rows_per_task - 1) / rows_per_task, threads, [&](std::size_t task) {
    const std::size_t begin = task * rows_per_task;
    const std::size_t end = std::min(rows, begin + rows_per_task);
    std::vector<std::uint32_t> cells(end - begin, 0);
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const auto bins = static_cast<std::uint32_t>(model.grid.axes[axis].bins());
      const ColumnView column = data.features[axis];
      const BinLocator& locator = locators[axis];
      for (std::size_t row = begin; row < end; ++row) {
        cells[row - begin] = cells[row - begin] * bins + static_cast<std::uint32_t>(locator.bin_of(column[row]));
      }
    }
    for (std::size_t row = begin; row < end; ++row) visit(row, cells[row - begin]);
  });
}

}  // namespace

std::vector<std::uint32_t> locate(const Model& model, const DataView& data, std::size_t threads) {
  std::vector<std::uint32_t> cells(data.rows());
  for_each_located(model, data, threads, [&](std::size_t row, std::uint32_t cell) { cells[row] = cell; });
  return cells;
}

void predict_into(std::span<double> result, const Model& model, const DataView& data, PredictionType type,
                  std::size_t threads) {
  std::vector<double> value_of_cell = type == PredictionType::response ? fitted_values(model) : model.beta;
  if (type == PredictionType::plateau) {
    for (std::size_t cell = 0; cell < value_of_cell.size(); ++cell) {
      value_of_cell[cell] = static_cast<double>(model.plateau_of_cell[cell]);
    }
  }
  for_each_located(model, data, threads,
                   [&](std::size_t row, std::uint32_t cell) { result[row] = value_of_cell[cell]; });
}

std::vector<double> predict(const Model& model, const DataView& data, PredictionType type, std::size_t threads) {
  std::vector<double> result(data.rows());
  predict_into(result, model, data, type, threads);
  return result;
}

std::vector<std::uint8_t> is_outside_training_range(const Model& model, const DataView& data) {
  std::vector<std::uint8_t> outside(data.rows(), 0);
  for (std::size_t axis = 0; axis < model.grid.axes.size(); ++axis) {
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (model.grid.axes[axis].is_outside(data.features[axis][row])) outside[row] = 1;
    }
  }
  return outside;
}

}  // namespace gaptv
