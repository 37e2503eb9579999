// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>

#include "gaptv/output/drawing_options.h"

namespace gaptv::cli {

// Adds --title, --unit and --percent, which say how a model is shown.
void add_drawing_options(CLI::App& command, DrawingOptions& options);

// Adds --min-rows, the fewest rows of a region whose mean is shown. Where `fit` has drawing options, it is another one.
void add_min_rows_option(CLI::App& command, std::size_t& min_rows);

// Throws InvalidInput where they contradict each other.
void check_drawing_options(const DrawingOptions& options);

// Tells whether any is given.
bool has_drawing_options(const DrawingOptions& options);

}  // namespace gaptv::cli
