// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/areas/area_layer.h"

namespace gaptv {

// These are for the readers of files of areas, which trust nothing that a file says.

// A file of areas with more than this is refused: it would take memory for nothing that can be a map.
inline constexpr std::size_t largest_area_file_bytes = 512'000'000;
inline constexpr std::size_t most_area_columns = 2000;
inline constexpr std::size_t most_area_entries = 20'000'000;

// Says where a reader is, for messages.
struct AreaPlace {
  std::string file;
  std::size_t area = 0;  // counted from 0

  // Throws InvalidInput with file and feature, counted from 1; the problem ends with the remedy. What it quotes of the
  // file cannot steer a terminal.
  [[noreturn]] void refuse(const std::string& problem) const;
};

// Throws InvalidInput if a table with so many columns has too many entries when it has come to this area. For before
// they take memory: an entry that is missing may be no byte of the file.
void check_table_size(std::size_t columns, const AreaPlace& place);

// Throws InvalidInput unless the polygons have rings of at least four finite points, each closed. Then turns the rings
// as Polygon says.
void check_and_turn(MultiPolygon& polygons, const AreaPlace& place);

// Reads a whole file of areas. Throws FileError, and InvalidInput if it is too large.
std::string read_area_file(const std::string& path);

// Gives every column the type that all its values have: whole numbers beside others become numbers, and numbers beside
// texts become texts. Columns are filled with missing values up to the number of areas.
void settle_columns(AreaLayer& layer);

// Throws InvalidInput if there is no area, or two have the same `id`.
void check_layer(const AreaLayer& layer, const std::string& file);

// Finds a column by its name, whatever the case of its letters; null if there is none.
const AreaColumn* find_area_column(const AreaLayer& layer, const std::string& name);

// Writes an entry as text; empty if it is missing.
std::string area_value_text(const AreaValue& value);

// Names each area: by its `id`, as it can be shown, or else by its number, counted from 1.
std::vector<std::string> area_names(const AreaLayer& layer);

}  // namespace gaptv
