// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "cli/area_arguments.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "gaptv/areas/area_csv.h"
#include "gaptv/areas/crs.h"
#include "gaptv/areas/geojson.h"
#include "gaptv/areas/geopackage.h"
#include "gaptv/base/error.h"
#include "gaptv/output/command_text.h"

namespace gaptv::cli {
namespace {

// Four finite numbers with commas between them, the lower ones first.
bool parse_bounds(const std::string& text, AreaExtent& bounds) {
  std::array<double, 4> ends = {};
  const char* place = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (i > 0) {
      if (place == end || *place != ',') return false;
      ++place;
    }
    const auto [stopped_at, error] = std::from_chars(place, end, ends.at(i));
    if (error != std::errc() || !std::isfinite(ends.at(i))) return false;
    place = stopped_at;
  }
  bounds = {ends[0], ends[1], ends[2], ends[3]};
  return place == end && bounds.x_min < bounds.x_max && bounds.y_min < bounds.y_max;
}

}  // namespace

void add_area_options(CLI::App& command, AreaArguments& arguments) {
  command
      .add_option("--crs", arguments.crs,
                  "of areas: which coordinates the features are (default: EPSG:4326 if they are called longitude and "
                  "latitude, else not known)")
      ->type_name("EPSG:N");
  command
      .add_option(
          "--bounds", arguments.bounds,
          "of areas: where the outer ones end, which have no end in the model (default: near the outermost rows)")
      ->type_name("XMIN,YMIN,XMAX,YMAX");
}

AreaOptions area_options(const AreaArguments& arguments) {
  AreaOptions options;
  if (!arguments.crs.empty()) options.epsg = parse_epsg(arguments.crs);
  if (!arguments.bounds.empty() && !parse_bounds(arguments.bounds, options.bounds.emplace())) {
    throw InvalidInput("--bounds '" + arguments.bounds +
                       "': give xmin,ymin,xmax,ymax, four numbers, each lower end below the upper one, as in "
                       "--bounds 5.9,47.2,15.1,55.1");
  }
  return options;
}

std::string file_ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending.empty() ? "" : ending.substr(1);
}

std::string area_bytes(const AreaLayer& layer, const std::string& format) {
  if (format == "geojson") return write_geojson(layer);
  return format == "gpkg" ? write_geopackage(layer) : write_area_csv(layer);
}

std::vector<std::string> notes_of_format(const AreaLayer& layer, const std::string& format) {
  if (format != "geojson" || layer.epsg != 0) return {};
  return {
      "GeoJSON is longitude and latitude in degrees (EPSG:4326), for which the features are taken; if they are other "
      "coordinates, write a GeoPackage (a name that ends in .gpkg)"};
}

void print_area_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "note: %s\n", in_command_style(note).c_str());
}

}  // namespace gaptv::cli
