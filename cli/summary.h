// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <vector>

#include "cli/terminal_map.h"
#include "gaptv/model/model.h"

namespace gaptv::cli {

struct SummaryOptions {
  bool has_map = true;
  MapScale scale = MapScale::values;
  TerminalStyle style = {};
  std::string model_file = {};  // empty: it was not kept
};

// The model for a reader who is no statistician: what was fitted, a picture, the regions, what was chosen and why, how
// exact it is.
std::string summarise(const Model& model, const SummaryOptions& options);

// The parts of it that show one model, without its notes; and the notes, with a heading, if there are any.
std::string describe_regions(const Model& model, const SummaryOptions& options);
std::string describe_notes(const std::vector<std::string>& notes);

// One line: regions, grid, lambda, error, gap.
std::string summarise_briefly(const Model& model);

}  // namespace gaptv::cli
