// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <span>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/grid/connected_cells.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Holds what is known of one region.
struct RegionEvidence {
  double weight = 0;   // by which its cells count in the mean of their fitted values
  double fitted = 0;   // this mean
  CellStats outcomes;  // of its training rows

  void add(const RegionEvidence& other);
};

// Adds up what is known of the cells of each region. The values are on the scale of means.
std::vector<RegionEvidence> sum_evidence(const ConnectedCells& regions, std::span<const double> values,
                                         std::span<const double> weight, const CellTable& table);

// Says how regions get their values.
struct Valuation {
  const CellLoss* loss;
  double relax = 0;  // 0: the fitted values; 1: the means of the outcomes
  // The variance of an outcome over what the loss says of it, by which a mean is judged; 0 if it is not known.
  double noise = 0;
};

// Says which part of the way from the fitted value of a region to the mean of its outcomes its value goes: the share
// "relax" at least, and nearly all of it where the mean is many standard errors away; but less where the observations
// are few, or say little because they vary more than the loss says, unless relax is 1 (docs/theory/regions.md).
double share_of_way(const RegionEvidence& region, const Valuation& how);

// Values regions by that share. Then all values are moved together, on the scale of the link, so that their sum over
// the training rows is that of the outcomes. They are means that the loss publishes.
std::vector<double> value_regions(std::span<const RegionEvidence> regions, const Valuation& how);

// Moves the value of each region, connected cells of equal value, by that share alone. The values are on the scale of
// means, and may leave what the loss publishes.
void relax_values(const CellTable& table, const Valuation& how, std::vector<double>& values,
                  const std::vector<bool>& left_out = {});

}  // namespace gaptv
