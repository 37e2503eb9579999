// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gaptv/grid/cell_table.h"
#include "gaptv/regions/join_path.h"
#include "gaptv/regions/region_values.h"

namespace gaptv {

// Holds cells that were fitted, and the path on which they are joined to regions.
struct JoinableCells {
  std::vector<double> values;  // on the scale of means
  std::vector<double> weight;  // that borders are judged by
  JoinPath path;
};

// Returns the numbers of regions at which a path is measured, increasing: each from the fewest up to 100, then every
// fifth more, and the last one.
std::vector<std::size_t> counts_to_measure(const JoinPath& path);

// Measures the deviance of held-out rows from what each partition on the path predicts, by number of regions; counts
// beyond the most or the fewest that the path has are measured as these. "training" are the rows that the cells were
// fitted to. A join costs the same however large the regions are, a measurement as much as there are regions.
std::vector<double> measure_held_out(const JoinableCells& cells, const CellTable& training, const CellTable& held_out,
                                     const Valuation& how, std::span<const std::size_t> counts);

}  // namespace gaptv
