// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/data/dataset.h"
#include "gaptv/grid/axis.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Adds to the record what the user should know of a fit: collapsed bins, constant features. "grid" is the one that was
// asked for.
void add_fit_notes(const FitOptions& options, const Grid& grid, Model& model);

}  // namespace gaptv
