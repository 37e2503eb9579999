// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/grid/axis.h"
#include "gaptv/model/fit_options.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Returns what the user should know of the rows, whatever is fitted: what was assumed when they were read, and how many
// of them may be mistakes.
std::vector<std::string> notes_on_rows(const DataView& data);

// Adds to the record what the user should know of a fit: collapsed bins, constant features. "grid" is the one that was
// asked for.
// Adds what is to be said of the mask on the model's grid, and how many rows its polygons do not hold.
void note_mask(const FitOptions& options, Surface& surface, std::vector<std::string>& notes);

void add_fit_notes(const FitOptions& options, const Grid& grid, Model& model);

}  // namespace gaptv
