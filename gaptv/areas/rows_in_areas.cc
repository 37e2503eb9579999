// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/rows_in_areas.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "gaptv/areas/area_locator.h"
#include "gaptv/base/error.h"

namespace gaptv {
namespace {

// Borders of a real map that run side by side are hundreds. A hostile one could keep an audit busy for days.
void check_takes_no_hours(const AreaLocator& locator, const DataView& rows) {
  constexpr std::size_t most_borders = 10'000;
  constexpr std::size_t most_comparisons = 10'000'000'000;
  std::size_t comparisons = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row) comparisons += locator.borders_beside(rows.features[1][row]);
  if (comparisons <= most_comparisons || comparisons / rows.rows() <= most_borders) return;
  throw InvalidInput("areas have " + std::to_string(comparisons / rows.rows()) +
                     " borders side by side, too many to find every row among them; simplify their borders, for "
                     "example with ogr2ogr -simplify");
}

void locate_rows(const AreaLayer& areas, const DataView& rows, RowsInAreas& result) {
  const AreaLocator locator(areas);
  check_takes_no_hours(locator, rows);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const AreaHit hit = locator.find({rows.features[0][row], rows.features[1][row]});
    result.area_of_row.push_back(hit.area);
    result.rows_in_several += hit.is_shared ? 1U : 0U;
    result.rows_outside += hit.area == in_no_area ? 1U : 0U;
  }
}

// Adds a row and returns what it contributes.
double add_row(CountedArea& area, const DataView& rows, std::size_t row) {
  const MapPoint place = {rows.features[0][row], rows.features[1][row]};
  if (area.rows == 0) area.place = place;
  area.has_several_places = area.has_several_places || !(place == area.place);
  ++area.rows;
  if (rows.outcome.empty()) return 0;
  const double contribution = rows.outcome[row] * rows.weight_of(row);
  area.size += rows.size_of(row);
  area.outcome += contribution;
  area.magnitude += std::abs(contribution);
  return contribution;
}

}  // namespace

RowsInAreas count_rows_in_areas(const AreaLayer& areas, const DataView& rows, const std::vector<std::uint32_t>& ids) {
  RowsInAreas result;
  result.who = ids;
  if (ids.empty()) {
    result.who.resize(rows.rows());
    std::iota(result.who.begin(), result.who.end(), 0U);
  }
  locate_rows(areas, rows, result);
  result.areas.resize(areas.size());
  // The rows of a person in an area come together.
  const auto key = [&](std::size_t row) { return std::tie(result.area_of_row[row], result.who[row]); };
  std::vector<std::size_t> order(rows.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  for (std::size_t i = 0; i < order.size() && result.area_of_row[order[i]] != in_no_area;) {
    const std::size_t first = order[i];
    CountedArea& area = result.areas[result.area_of_row[first]];
    double of_person = 0;
    for (; i < order.size() && key(order[i]) == key(first); ++i) of_person += add_row(area, rows, order[i]);
    ++area.people;
    area.total += of_person;
    area.second = std::max(area.second, std::min(area.largest, of_person));
    area.largest = std::max(area.largest, of_person);
  }
  return result;
}

}  // namespace gaptv
