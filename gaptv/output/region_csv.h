// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>

#include "gaptv/model/model.h"
#include "gaptv/output/region_facts.h"

namespace gaptv {

// Writes the regions of all surfaces as CSV, a line for each: its number, value, rows (and exposure) and their share,
// the mean of the rows and its standard error (as if the regions had been given), and from where to where it reaches
// along each feature (empty: to the end). Means of fewer rows are left empty. Regions of several classes have the name
// of their class first.
std::string write_region_csv(const Model& model, std::size_t fewest_rows = fewest_rows_shown);

}  // namespace gaptv
