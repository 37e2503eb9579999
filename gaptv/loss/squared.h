// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/grid/cell_table.h"

namespace gaptv {

// The squared loss on cell statistics: weight / 2 * (mean - beta)^2 in the fit, and as deviance the sum of squared
// errors of all observations, which needs no more than the cells know:
//   sum over cells of scatter + weight * (mean - beta)^2.
inline double squared_deviance(const CellTable& table, const std::vector<double>& beta) {
  double sum = 0;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const CellStats& stats = table.cells[cell];
    const double error = stats.mean - beta[cell];
    sum += stats.scatter + stats.weight * error * error;
  }
  return sum;
}

}  // namespace gaptv
