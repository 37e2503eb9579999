// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
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

// Says why there are fewer regions than were asked for: no more have that many rows each, or any at all.
std::string why_fewer_regions(std::size_t min_rows);

// Adds what is to be said of the mask on the model's grid, and how many rows its polygons do not hold.
void note_mask(const FitOptions& options, Surface& surface, std::vector<std::string>& notes);

// Adds to the record what the user should know of a fit: collapsed bins, constant features, fewer regions than were
// asked for. "grid" is the one that was asked for.
void add_fit_notes(const FitOptions& options, const Grid& grid, Model& model);

}  // namespace gaptv
