// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal_map.h"
#include "gaptv/cells/counted_rows.h"
#include "gaptv/model/model.h"
#include "gaptv/output/region_facts.h"

namespace gaptv::cli {

struct SummaryOptions {
  bool has_map = true;
  MapScale scale = MapScale::values;
  TerminalStyle style = {};
  std::string model_file = {};               // empty: it was not kept
  std::size_t min_rows = fewest_rows_shown;  // of a region whose mean is shown
};

// Describes the model for a reader who is no statistician: what was fitted, a picture, the regions, what was chosen and
// why, how exact it is; for several classes what they have in common, then each of them.
std::string summarise(const Model& model, const SummaryOptions& options);

// Returns one line: regions, grid, lambda, error, gap.
std::string summarise_briefly(const Model& model);

// Returns one line on a table of cells that was written to a file.
std::string summarise_cells(const CountedRows& counted, const std::string& file);

}  // namespace gaptv::cli
