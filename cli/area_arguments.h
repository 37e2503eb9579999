// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gaptv/areas/model_areas.h"

namespace gaptv::cli {

// Holds what the user says about areas, as texts.
struct AreaArguments {
  std::string crs;
  std::string bounds;

  bool is_given() const { return !crs.empty() || !bounds.empty(); }
};

void add_area_options(CLI::App& command, AreaArguments& arguments);

// Throws InvalidInput for texts that are not understood.
AreaOptions area_options(const AreaArguments& arguments);

}  // namespace gaptv::cli
