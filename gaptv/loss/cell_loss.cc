// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/loss/cell_loss.h"

#include <algorithm>
#include <array>

namespace gaptv {

void keep_inside(const CellLoss& loss, double total_weight, std::span<double> fitted) {
  const double lowest = loss.lowest_mean(total_weight);
  const double highest = loss.highest_mean(total_weight);
  for (double& mean : fitted) mean = std::clamp(mean, lowest, highest);
}

double deviance(const CellLoss& loss, const CellTable& table, std::span<const double> fitted) {
  std::vector<double> weight;
  std::vector<double> mean;
  weight.reserve(table.cells.size());
  mean.reserve(table.cells.size());
  for (const CellStats& cell : table.cells) {
    weight.push_back(cell.weight);
    mean.push_back(cell.mean);
  }
  return loss.deviance_within(table) + 2 * loss.divergence(weight, mean, fitted);
}

double deviance_of_rows_within(const CellLoss& loss, const CellTable& table) {
  if (!table.rows) return 0;
  std::vector<double> weight;
  std::vector<double> mean;
  for (const CellStats& cell : table.cells) {
    if (cell.weight <= 0) continue;
    weight.push_back(cell.weight);
    mean.push_back(cell.mean);
  }
  const std::vector<double> reference(weight.size(), table.rows->reference);
  return std::max(0.0, table.rows->deviance - 2 * loss.divergence(weight, mean, reference));
}

std::span<const CellLoss* const> all_cell_losses() {
  static const std::array all = {&squared_loss(), &binomial_loss(), &poisson_loss(), &gamma_loss()};
  return all;
}

const CellLoss* find_cell_loss(std::string_view name) {
  const auto found = std::ranges::find(all_cell_losses(), name, &CellLoss::name);
  return found != all_cell_losses().end() ? *found : nullptr;
}

const CellLoss& loss_with_link_of(std::string_view name) {
  const CellLoss* const found = find_cell_loss(name);
  return found != nullptr ? *found : squared_loss();
}

}  // namespace gaptv
