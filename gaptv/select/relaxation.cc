// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/select/relaxation.h"

#include <cstddef>

#include "gaptv/grid/connected_cells.h"

namespace gaptv {
namespace {

// Means of few observations are taken for less, unless they are asked for as they are: a single outlier would otherwise
// pull its cell half the way.
constexpr double cautious_observations = 10;

}  // namespace

void relax_values(const CellTable& table, const Loss& loss, double share, std::vector<double>& values) {
  if (share <= 0) return;
  const ConnectedCells regions = connect_equal_cells(table.shape, values);
  std::vector<CellStats> of_region(regions.count);
  for (std::size_t cell = 0; cell < values.size(); ++cell) of_region[regions.label[cell]].add(table.cells[cell]);
  const double caution = cautious_observations * (1 - share);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const CellStats& region = of_region[regions.label[cell]];
    if (region.weight <= 0) continue;
    const double information = region.weight * loss.variance(region.mean);
    if (information + caution <= 0) continue;
    values[cell] += share * information / (information + caution) * (region.mean - values[cell]);
  }
}

}  // namespace gaptv
