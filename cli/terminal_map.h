// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>

#include "cli/terminal_style.h"
#include "gaptv/model/model.h"

namespace gaptv::cli {

// Says how the axes of a drawing are divided: as the feature's numbers run from the smallest to the largest training
// value, or every bin equally wide (about equally many rows in each).
enum class MapScale { values, bins };

// Draws the predictions of a model with two features as a picture of at most 80 columns: the first feature from left to
// right, the second from bottom to top, in colours or, without them, in characters from light to dark.
std::string draw_map(const Surface& surface, MapScale scale, const TerminalStyle& style);

// Draws the predictions of a model with one feature as a curve of steps.
std::string draw_curve(const std::string& outcome, const Surface& surface, MapScale scale);

}  // namespace gaptv::cli
