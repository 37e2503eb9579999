// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/areas/protect_regions.h"
#include "gaptv/data/dataset.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Returns the outcome of a row as cells have it: a rate where there are exposures.
inline double value_of(const DataView& rows, std::size_t row) {
  return rows.outcome[row] / rows.exposure_of(row);
}

// Returns the error, as the loss measures it, of rows that are predicted by the other rows of their region and, so that
// no region of one row is without a prediction, one row more that has the mean of all. Shares that weigh something are
// successes among trials, and each trial is predicted.
double error_of_regions(const DataView& rows, const std::vector<std::size_t>& region_of_row,
                        const std::vector<RegionRows>& regions, const CellLoss& loss);

}  // namespace gaptv
