// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "gaptv/model/model.h"

namespace gaptv {

// Writes the regions of all surfaces as CSV, a line for each: its number, value, rows (and exposure) and their share,
// the mean of the rows and its standard error (as if the regions had been given), and from where to where it reaches
// along each feature (empty: to the end). Regions of several classes have the name of their class first.
std::string write_region_csv(const Model& model);

}  // namespace gaptv
