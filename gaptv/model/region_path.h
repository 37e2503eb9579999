// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/base/progress.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Holds the same fit with another number of regions.
struct FitWithRegions {
  std::size_t regions = 0;
  std::size_t asked = 0;       // what asks for it: larger where some had no rows, or no value, of their own
  std::vector<double> values;  // by cell of the model's grid, on the scale of the outcome
  bool is_model = false;       // it is the model itself
};

// Tells whether region_path() has anything to say: it has where cells were joined to regions.
GAPTV_API bool has_region_path(const Model& model, const Surface& surface);

// Returns what the same fit gives with other numbers of regions, increasing: each up to 30, then about every tenth
// more, up to 100 or half as many more as the model has; no number twice. It is computed from the cells of the model:
// no rows are needed. Throws InvalidInput if there is no path, or if the model's record contradicts its grid.
GAPTV_API std::vector<FitWithRegions> region_path(const Model& model, const Surface& surface, std::size_t threads,
                                                  Progress& progress);

}  // namespace gaptv
