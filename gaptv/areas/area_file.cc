// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/area_file.h"

#include <filesystem>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_csv_reader.h"
#include "gaptv/areas/geojson_reader.h"
#include "gaptv/areas/geopackage_reader.h"
#include "gaptv/base/error.h"

namespace gaptv {

AreaLayer read_areas(const std::string& path) {
  std::string bytes = read_area_file(path);
  AreaLayer layer;
  if (bytes.starts_with("SQLite format 3")) {
    std::error_code ignored;
    if (const auto size = std::filesystem::file_size(path + "-wal", ignored); !ignored && size > 0) {
      throw InvalidInput(path + ": has changes that are not in it yet (" + path +
                         "-wal); close the program that has it open");
    }
    layer = read_geopackage_areas(std::move(bytes), path);
  } else {
    const std::size_t start = bytes.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (start == std::string::npos) throw InvalidInput(path + ": is empty; give a file of areas");
    const bool is_json = bytes[start] == '{' || bytes[start] == '[';
    layer = is_json ? read_geojson_areas(bytes, path) : read_csv_areas(bytes, path);
  }
  settle_columns(layer);
  check_layer(layer, path);
  return layer;
}

}  // namespace gaptv
