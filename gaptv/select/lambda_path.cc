// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/lambda_path.h"

#include <cmath>

namespace gaptv {

std::vector<double> lambda_path(double lambda_max, std::size_t count, double ratio) {
  if (lambda_max <= 0 || count <= 1) return {lambda_max};
  std::vector<double> path;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    path.push_back(lambda_max * std::pow(ratio, -share));
  }
  return path;
}

TvProblem tv_problem(const CellTable& table, const Loss& loss) {
  TvProblem problem;
  problem.shape = table.shape;
  problem.lowest_mean = loss.possible_means().lowest;
  problem.highest_mean = loss.possible_means().highest;
  for (const CellStats& cell : table.cells) {
    problem.weight.push_back(cell.weight);
    problem.mean.push_back(cell.mean);
  }
  return problem;
}

}  // namespace gaptv
