// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/tv/cell_problem.h"

#include <algorithm>
#include <utility>

namespace gaptv {
namespace {

constexpr double largest_edge_weight = 4;

}  // namespace

TvProblem tv_problem(const CellTable& table, const CellLoss& loss, EmptyCellRule empty_cells) {
  TvProblem problem;
  problem.shape = table.shape;
  problem.lowest_mean = loss.possible_means().lowest;
  problem.highest_mean = loss.possible_means().highest;
  problem.empty_cells = empty_cells;
  for (const CellStats& cell : table.cells) {
    problem.weight.push_back(cell.weight);
    problem.mean.push_back(cell.mean);
  }
  return problem;
}

std::vector<std::vector<double>> metric_edge_weights(const Grid& grid) {
  std::vector<std::vector<double>> weights;
  for (const Axis& axis : grid.axes) {
    const double mean_width = (axis.highest - axis.lowest) / static_cast<double>(axis.bins());
    const auto edge = [&axis](std::size_t i) {
      return i == 0 ? axis.lowest : i == axis.bins() ? axis.highest : axis.edges[i - 1];
    };
    std::vector<double> along;
    for (std::size_t bin = 0; bin + 1 < axis.bins(); ++bin) {
      const double distance = (edge(bin + 2) - edge(bin)) / 2;
      const double shortest = mean_width / largest_edge_weight;
      along.push_back(mean_width / std::clamp(distance, shortest, mean_width * largest_edge_weight));
    }
    weights.push_back(std::move(along));
  }
  return weights;
}

}  // namespace gaptv
