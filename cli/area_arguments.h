// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/map_of_model.h"

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

// Returns the ending of a file's name in small letters, without the dot; empty if it has none.
std::string file_ending(const std::string& path);

// Writes areas as "geojson", "gpkg" or "csv".
std::string area_bytes(const AreaLayer& layer, const std::string& format);

// Says what a file takes for granted that nobody said: GeoJSON has longitude and latitude only.
std::vector<std::string> notes_of_format(const AreaLayer& layer, const std::string& format);

void print_area_notes(const std::vector<std::string>& notes);

}  // namespace gaptv::cli
