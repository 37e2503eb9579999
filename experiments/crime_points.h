// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Holds reports of crimes, by their places.
struct CrimePoints {
  std::vector<double> north;  // latitude, or the northing of a state plane
  std::vector<double> east;   // longitude, or the easting
};

// Holds what a city's file has, and what was left out of it.
struct CrimeData {
  std::string form;                // in a few words: which columns were read
  std::size_t usual_bins = 100;    // of the paper's grid for this city, a side
  std::optional<Dataset> cells;    // a ready grid: ix, iy and log_count
  CrimePoints points;              // otherwise
  std::vector<std::string> notes;  // rows without a place, other years
};

// Reads a city's own download (or a ready grid), recognised by its columns:
//   ix, iy, log_count            a ready grid
//   Latitude, Longitude          Chicago; 200 x 200 (lat and lon: 100 x 100)
//   Location_1                   Austin: an address whose last line is "(30.27, -97.74)"; 100 x 100
//   X and Y of a state plane     Austin (GO X Coordinate, X Coordinate, x_ftus, X, ...); 100 x 100
// With a year, only rows whose column Year has it are read. Rows without a place are left out, and counted in the
// notes. Throws InvalidInput if the file has none of these forms.
CrimeData read_crime(const std::string& path, std::optional<std::size_t> year);

}  // namespace gaptv
