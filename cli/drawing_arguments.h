// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gaptv/model/model.h"
#include "gaptv/output/drawing_options.h"

namespace gaptv::cli {

// Holds what says how a model is shown.
struct DrawingArguments {
  DrawingOptions options = {};  // without the outline
  std::string outline;          // the name of its file
};

// Adds --title, --unit, --percent and --outline.
void add_drawing_options(CLI::App& command, DrawingArguments& arguments);

// Adds --min-rows, the fewest rows of a region whose mean is shown. Where `fit` has drawing options, it is another one.
void add_min_rows_option(CLI::App& command, std::size_t& min_rows);

// Throws InvalidInput where they contradict each other.
void check_drawing_options(const DrawingArguments& arguments);

// Tells whether any is given.
bool has_drawing_options(const DrawingArguments& arguments);

// Returns the options for a model, with the outline, which is read.
DrawingOptions drawing_options(const DrawingArguments& arguments, const Model& model);

}  // namespace gaptv::cli
