// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "experiments/merged_squares.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "gaptv/areas/disclosure_rules.h"
#include "gaptv/areas/region_polygons.h"
#include "gaptv/base/error.h"
#include "gaptv/grid/cell_table.h"

namespace gaptv {
namespace {

constexpr std::size_t most_squares = 1024;

struct Square {
  std::size_t rows = 0;
  CellStats outcomes;
  CellStats published;  // of the areas in it that have a value
};

// A square of a resolution, counted in its sides.
struct Place {
  std::size_t level = 0;
  std::size_t x = 0;
  std::size_t y = 0;
};

class Merging {
 public:
  Merging(const DataView& rows, const SquareOptions& options)
      : options_(options), levels_(static_cast<std::size_t>(std::countr_zero(options.finest)) + 1) {
    const AreaExtent& box = options.box;
    side_ = std::max(box.x_max - box.x_min, box.y_max - box.y_min) / static_cast<double>(options.finest);
    cells_.x_borders = borders(box.x_min, box.x_max);
    cells_.y_borders = borders(box.y_min, box.y_max);
    cells_.area_of_cell.assign((cells_.x_borders.size() - 1) * (cells_.y_borders.size() - 1), no_area);
    if (rows.rows() == 0) throw InvalidInput("there are no rows to make squares of");
    count(rows);
    choose({0, 0, 0});
    publish();
  }

  MergedSquares finish() {
    MergedSquares result;
    result.layer.name = "squares";
    cells_.areas = chosen_.size();
    result.layer.geometry = region_polygons(cells_);
    AreaColumn values = {"value", AreaType::number, {}};
    AreaColumn counts = {"count", AreaType::integer, {}};
    DisclosureRules four_digits;
    four_digits.significant_digits = 4;
    for (const Place& place : chosen_) {
      const std::size_t rows = at(place).rows;
      const bool is_blank = rows < options_.min_count;
      values.values.emplace_back(round_statistic(four_digits, value_of(place)));
      counts.values.emplace_back(static_cast<std::int64_t>(is_blank ? 0 : rows));
      result.blank_rows += is_blank ? rows : 0;
    }
    result.layer.columns = {std::move(values), std::move(counts)};
    return result;
  }

 private:
  std::vector<double> borders(double low, double high) const {
    std::vector<double> result = {low};
    for (double i = 1; low + i * side_ < high - side_ / 2; ++i) result.push_back(low + i * side_);
    // A last strip of less than half a square belongs to its neighbours, so that none is a sliver.
    result.push_back(high);
    return result;
  }

  static std::size_t position(const std::vector<double>& borders, double coordinate) {
    if (coordinate < borders.front() || coordinate > borders.back()) {
      throw InvalidInput("a row is outside of the box of the squares");
    }
    const auto above = std::upper_bound(borders.begin() + 1, borders.end() - 1, coordinate);
    return static_cast<std::size_t>(above - borders.begin()) - 1;
  }

  void count(const DataView& rows) {
    squares_.resize(levels_);
    for (std::size_t level = 0; level < levels_; ++level) squares_[level].resize(std::size_t{1} << (2 * level));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      Place place = {levels_ - 1, position(cells_.x_borders, rows.features[0][row]),
                     position(cells_.y_borders, rows.features[1][row])};
      while (true) {
        Square& square = at(place);
        ++square.rows;
        square.outcomes.add(rows.outcome[row] / rows.exposure_of(row), rows.size_of(row));
        if (place.level == 0) break;
        place = around(place);
      }
    }
  }

  Square& at(const Place& place) { return squares_[place.level][(place.x << place.level) + place.y]; }

  static std::array<Place, 4> quarters(const Place& of) {
    const std::size_t level = of.level + 1;
    return {{{level, 2 * of.x, 2 * of.y},
             {level, 2 * of.x, 2 * of.y + 1},
             {level, 2 * of.x + 1, 2 * of.y},
             {level, 2 * of.x + 1, 2 * of.y + 1}}};
  }

  // No deeper than there are levels.
  void choose(const Place& place) {
    const bool is_too_coarse = (std::size_t{1} << place.level) < options_.coarsest;
    if (!is_too_coarse && (place.level + 1 == levels_ || at(place).rows == 0 || !can_be_divided(place))) {
      add_area(place);
      return;
    }
    for (const Place& quarter : quarters(place)) choose(quarter);
  }

  bool can_be_divided(const Place& place) {
    return std::ranges::all_of(quarters(place), [&](const Place& quarter) {
      const std::size_t rows = at(quarter).rows;
      return rows == 0 || rows >= options_.min_count;
    });
  }

  void add_area(const Place& place) {
    const std::size_t span = std::size_t{1} << (levels_ - 1 - place.level);
    const std::size_t bins_x = cells_.x_borders.size() - 1;
    const std::size_t bins_y = cells_.y_borders.size() - 1;
    // Half of the finest squares may be beyond the box.
    if (place.x * span >= bins_x || place.y * span >= bins_y) return;
    for (std::size_t x = place.x * span; x < std::min(bins_x, (place.x + 1) * span); ++x) {
      for (std::size_t y = place.y * span; y < std::min(bins_y, (place.y + 1) * span); ++y) {
        cells_.area_of_cell[x * bins_y + y] = chosen_.size();
      }
    }
    chosen_.push_back(place);
  }

  static Place around(const Place& place) { return {place.level - 1, place.x / 2, place.y / 2}; }

  void publish() {
    for (const Place& chosen : chosen_) {
      if (at(chosen).rows < options_.min_count) continue;
      const CellStats outcomes = at(chosen).outcomes;
      for (Place place = chosen;; place = around(place)) {
        at(place).published.add(outcomes);
        if (place.level == 0) break;
      }
    }
    // Where nothing can be published, the mean of all is known from elsewhere.
    Square& whole = at({0, 0, 0});
    if (!(whole.published.weight > 0)) whole.published = whole.outcomes;
  }

  double value_of(Place place) {
    while (!(at(place).published.weight > 0)) place = around(place);
    return at(place).published.mean;
  }

  const SquareOptions& options_;
  std::size_t levels_;
  double side_ = 0;
  NumberedCells cells_;
  std::vector<std::vector<Square>> squares_;  // of each level, y runs fastest
  std::vector<Place> chosen_;                 // the place of each area
};

}  // namespace

MergedSquares merged_squares(const DataView& rows, const SquareOptions& options) {
  if (!std::has_single_bit(options.finest) || options.finest > most_squares || !std::has_single_bit(options.coarsest) ||
      options.coarsest > options.finest) {
    throw InvalidInput(
        "squares: give powers of two up to 1024 along the longer side, the coarsest not above the finest");
  }
  return Merging(rows, options).finish();
}

}  // namespace gaptv
