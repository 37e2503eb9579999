// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/regions/relaxation.h"

#include <cstddef>

#include "gaptv/grid/cell_table.h"
#include "gaptv/grid/connected_cells.h"

namespace gaptv {
namespace {

// Means of few observations are taken for less, unless they are asked for as they are: a single outlier would otherwise
// pull its cell half the way.
constexpr double cautious_observations = 10;

}  // namespace

void relax_values(const TvProblem& problem, const CellLoss& loss, double share, std::vector<double>& values) {
  if (share <= 0) return;
  const ConnectedCells regions = connect_equal_cells(problem.shape, values);
  std::vector<CellStats> of_region(regions.count);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    of_region[regions.label[cell]].add({problem.weight[cell], problem.mean[cell]});
  }
  const double caution = cautious_observations * (1 - share);
  std::vector<double> moved(regions.count, 0.0);  // the share of the way
  for (std::size_t region = 0; region < moved.size(); ++region) {
    const double information = of_region[region].weight * loss.information_on_link(of_region[region].mean);
    if (information > 0) moved[region] = share * information / (information + caution);
  }
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const std::size_t region = regions.label[cell];
    values[cell] += moved[region] * (of_region[region].mean - values[cell]);
  }
}

}  // namespace gaptv
