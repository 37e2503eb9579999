// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// The noise, which is the variance of an outcome over what the loss says of it, lies between these.
struct NoiseRange {
  double lowest = 0;
  double highest = 0;
};

// Estimates the noise from rows near each other: how the truth changes from cell to cell has no part in it. Compared
// are the means of folds in a cell, and not rows: copies of a row whose outcome is continuous are all in one fold, so
// that they are not taken for rows that happen to agree. That is done for the cells of the fine grid and for
// 2 x 2, 3 x 3, ... of them together; of the estimates that rest on more comparisons than those of smaller cells the
// one with the lowest upper end counts. The range reaches from one standard error below to two above. Returns nothing
// where hardly any two rows share a cell. The values are fitted ones by cell, on the scale of means. It costs rows or
// cells, whichever there are fewer of, and the cells of the fine grid once.
std::optional<NoiseRange> estimate_noise_within_cells(const std::vector<CellTable>& folds,
                                                      std::span<const double> values, const CellLoss& loss);

// Returns the noise by which regions are made: the one in that range which is nearest to "residual", what a fit leaves
// unexplained, but a quarter of the residual at least. Where the loss says what the noise is, it is that; where the
// loss says what it is at least, as for counts, it is at least that.
double choose_noise(double residual, const std::vector<CellTable>& folds, std::span<const double> values,
                    const CellLoss& loss);

}  // namespace gaptv
