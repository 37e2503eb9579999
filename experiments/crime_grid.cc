// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/crime_grid.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "gaptv/base/error.h"

namespace gaptv {
namespace {

constexpr double far_away = 10;  // times the median distance from the median
constexpr std::size_t most_bins_of_crime = 2000;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Which of the values are near enough to the others.
std::vector<bool> near_the_others(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - middle));
  const double most = far_away * median(distances);
  std::vector<bool> is_near;
  is_near.reserve(values.size());
  // Where most points share a coordinate the median distance is 0 and says nothing.
  for (const double distance : distances) is_near.push_back(most == 0 || distance <= most);
  return is_near;
}

Dataset named_cells() {
  Dataset cells;
  cells.feature_names = {"ix", "iy"};
  cells.outcome_name = "log_count";
  cells.features.resize(2);
  return cells;
}

void add_cell(Dataset& cells, std::size_t x, std::size_t y, double outcome) {
  cells.features[0].push_back(static_cast<double>(x));
  cells.features[1].push_back(static_cast<double>(y));
  cells.outcome.push_back(outcome);
}

CrimePoints without_junk(const CrimePoints& points, std::vector<std::string>& notes) {
  CrimePoints placed;
  for (std::size_t i = 0; i < points.north.size(); ++i) {
    if (points.north[i] == 0 && points.east[i] == 0) continue;
    placed.north.push_back(points.north[i]);
    placed.east.push_back(points.east[i]);
  }
  if (placed.north.empty()) throw InvalidInput("all points are at (0, 0)");
  if (const std::size_t dropped = points.north.size() - placed.north.size(); dropped > 0) {
    notes.push_back("points left out, at (0, 0): " + std::to_string(dropped));
  }
  const std::vector<bool> is_near_north = near_the_others(placed.north);
  const std::vector<bool> is_near_east = near_the_others(placed.east);
  CrimePoints kept;
  for (std::size_t i = 0; i < placed.north.size(); ++i) {
    if (!is_near_north[i] || !is_near_east[i]) continue;
    kept.north.push_back(placed.north[i]);
    kept.east.push_back(placed.east[i]);
  }
  if (const std::size_t dropped = placed.north.size() - kept.north.size(); dropped > 0) {
    notes.push_back("points left out, farther from the median than 10 times the median distance from it: " +
                    std::to_string(dropped));
  }
  return kept;
}

// The last cell has its upper end.
class RegularBins {
 public:
  RegularBins(const std::vector<double>& values, std::size_t bins) : bins_(bins) {
    const auto [lowest, highest] = std::ranges::minmax_element(values);
    lowest_ = *lowest;
    length_ = *highest - *lowest;
    if (!(length_ > 0)) throw InvalidInput("all points have the same latitude or longitude: there is no grid to span");
  }

  std::size_t operator()(double value) const {
    const auto bin = static_cast<std::size_t>((value - lowest_) / length_ * static_cast<double>(bins_));
    return std::min(bin, bins_ - 1);
  }

 private:
  std::size_t bins_;
  double lowest_ = 0;
  double length_ = 0;
};

}  // namespace

Dataset CrimeGrid::every_cell() const {
  Dataset all = named_cells();
  for (std::size_t x = 0; x < bins_x; ++x) {
    for (std::size_t y = 0; y < bins_y; ++y) add_cell(all, x, y, 0);
  }
  return all;
}

CrimeGrid count_on_grid(const CrimePoints& points, std::size_t bins) {
  if (bins < 2 || bins > most_bins_of_crime) {
    throw InvalidInput("--grid: give a number from 2 to " + std::to_string(most_bins_of_crime));
  }
  CrimeGrid grid;
  const CrimePoints kept = without_junk(points, grid.notes);
  const RegularBins bin_north(kept.north, bins);
  const RegularBins bin_east(kept.east, bins);
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> count;
  for (std::size_t i = 0; i < kept.north.size(); ++i) ++count[{bin_north(kept.north[i]), bin_east(kept.east[i])}];
  grid.cells = named_cells();
  grid.bins_x = bins;
  grid.bins_y = bins;
  for (const auto& [cell, reports] : count) {
    add_cell(grid.cells, cell.first, cell.second, std::log(static_cast<double>(reports)));
  }
  return grid;
}

CrimeGrid ready_grid(const Dataset& cells) {
  CrimeGrid grid;
  grid.cells = cells;
  std::set<std::pair<double, double>> met;
  for (std::size_t row = 0; row < cells.rows(); ++row) {
    const double x = cells.features[0][row];
    const double y = cells.features[1][row];
    for (const double index : {x, y}) {
      if (index < 0 || index != std::floor(index) || index >= static_cast<double>(most_bins_of_crime)) {
        throw InvalidInput("row " + std::to_string(row + 1) + ": ix and iy must be whole numbers from 0 to " +
                           std::to_string(most_bins_of_crime - 1));
      }
    }
    if (!met.insert({x, y}).second) throw InvalidInput("row " + std::to_string(row + 1) + ": the cell occurs twice");
    grid.bins_x = std::max(grid.bins_x, static_cast<std::size_t>(x) + 1);
    grid.bins_y = std::max(grid.bins_y, static_cast<std::size_t>(y) + 1);
  }
  return grid;
}

}  // namespace gaptv
