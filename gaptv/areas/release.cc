// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/release.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "gaptv/areas/protect_regions.h"
#include "gaptv/areas/published_means.h"
#include "gaptv/areas/region_error.h"
#include "gaptv/areas/region_neighbours.h"
#include "gaptv/areas/region_polygons.h"
#include "gaptv/areas/released_model.h"
#include "gaptv/areas/safe_edges.h"
#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/outcome.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

bool looks_at_contributions(const DisclosureRules& rules) {
  return rules.max_share > 0 || rules.p_percent > 0;
}

bool is_safe(const RegionRows& of, const DisclosureRules& rules, bool has_totals) {
  const Contributors& contributors = of.contributors;
  // A region without rows has no value, whatever the rules say of zeros, and one of a single place is an address.
  if (!of.has_several_places || contributors.count() < rules.min_count) return false;
  if (!has_totals) return true;
  if (rules.max_share > 0 && 100 * contributors.share_of_two_largest() > rules.max_share) return false;
  return !(rules.p_percent > 0) || contributors.percent_of_others() >= rules.p_percent;
}

// Published values are means of rows, so the loss has to be about these.
const CellLoss& loss_of_means(const Model& model) {
  const CellLoss* const loss = find_cell_loss(model.record.loss);
  if (loss == nullptr) {
    throw InvalidInput(
        "a release has the means of the rows of each area, and the values of this model, whose loss is '" +
        model.record.loss + "', are no means; fit with the loss gaussian, binomial, poisson or gamma");
  }
  return *loss;
}

// Rows as areas are about them. Successes among trials become the share of them, which the trials weigh.
struct RowsOfAreas {
  DataView view;
  std::vector<double> shares;  // where outcomes were successes
};

// Throws InvalidInput where an outcome cannot be one of the loss, as fit() does.
RowsOfAreas rows_of_areas(const DataView& given, const CellLoss& loss) {
  RowsOfAreas rows = {.view = given, .shares = {}};
  if (!OutcomeData(given, std::string(loss.name())).has_trials()) return rows;
  for (std::size_t row = 0; row < given.rows(); ++row) {
    rows.shares.push_back(given.weight[row] > 0 ? given.outcome[row] / given.weight[row] : 0);
  }
  rows.view.outcome = rows.shares;
  return rows;
}

// Rates are marked as unstable where events were counted.
bool has_counts(const DataView& rows) {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (rows.outcome[row] < 0 || rows.outcome[row] != std::floor(rows.outcome[row])) return false;
  }
  return true;
}

// Throws InvalidInput where there are fewer people than an area needs.
void check_people(const DataView& rows, const std::vector<std::uint32_t>& ids, const DisclosureRules& rules) {
  const std::size_t people =
      ids.empty() ? rows.rows() : std::unordered_set<std::uint32_t>(ids.begin(), ids.end()).size();
  if (people >= rules.min_count) return;
  throw InvalidInput("the rows are about " + std::to_string(people) + (people == 1 ? " person" : " people") +
                     ", and an area needs " + std::to_string(rules.min_count) +
                     ": not even one area of all can be published; give all rows, or `min_count` of at most that many");
}

void check_contributions(const DataView& rows) {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (rows.outcome[row] < 0) {
      throw InvalidInput("outcome '" + rows.outcome_name + "' is negative in " + mention_row(row) +
                         ": rules on the largest contributions (`max_share`, `p_percent`) have no meaning for "
                         "negative ones; use a rule on counts alone");
    }
  }
}

std::vector<std::size_t> locate_regions(const Surface& surface, const DataView& rows) {
  const std::vector<std::uint32_t> cells = locate(surface, rows);
  std::vector<std::size_t> region_of_row(rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row) region_of_row[row] = surface.region_of_cell[cells[row]];
  return region_of_row;
}

std::vector<RegionRows> collect_rows(const Surface& surface, const std::vector<std::size_t>& region_of_row,
                                     const DataView& rows, const std::vector<std::uint32_t>& ids) {
  std::vector<RegionRows> regions(surface.regions.size());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    RegionRows& region = regions[region_of_row[row]];
    const double contribution = rows.outcome[row] * rows.weight_of(row);
    ++region.rows;
    region.add_place({rows.features[0][row], rows.features[1][row]});
    region.outcomes.add(value_of(rows, row), rows.size_of(row));
    if (ids.empty()) {
      region.contributors.add_row(contribution);
    } else {
      region.contributors.add(ids[row], contribution);
    }
  }
  return regions;
}

// Refuses masks whose form tells where rows are.
void check_mask_tells_nothing(const Model& model) {
  const Surface& surface = model.surfaces.front();
  const std::string mask = recorded_option(model.record, "mask");
  if (mask == "data" || mask.starts_with("data:")) {
    throw InvalidInput("the model's mask (`mask=" + mask +
                       "`) follows the rows, so that the edge of the map would tell where they are; fit with a file of "
                       "polygons, or without a mask");
  }
  if (surface.rows_outside_mask > 0) {
    throw InvalidInput(number_text(surface.rows_outside_mask) +
                       " rows are in cells that no polygon of the model's mask overlaps, and these cells would tell "
                       "where they are; fit with polygons that hold all rows, or without a mask");
  }
}

SortedCoordinates sort_coordinates(const ColumnView& column, const std::vector<std::uint32_t>& ids) {
  std::vector<std::pair<double, std::uint32_t>> sorted(column.size);
  for (std::size_t row = 0; row < column.size; ++row) {
    sorted[row] = {column[row], ids.empty() ? static_cast<std::uint32_t>(row) : ids[row]};
  }
  std::ranges::sort(sorted);
  SortedCoordinates coordinates;
  for (const auto& [coordinate, who] : sorted) {
    coordinates.values.push_back(coordinate);
    coordinates.who.push_back(who);
  }
  return coordinates;
}

// The first row in a cell that the mask left out.
std::optional<std::size_t> find_row_left_out(const Surface& surface, const DataView& rows) {
  if (surface.grid.left_out.empty()) return std::nullopt;
  const std::vector<std::uint32_t> cells = locate(surface, rows);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (surface.grid.is_left_out(cells[row])) return row;
  }
  return std::nullopt;
}

// Says which feature runs along x, and where the map ends by feature if the user says so.
struct MapPlan {
  MapAxes axes;
  std::array<std::optional<SafeBounds>, 2> ends;
};

MapPlan plan_map(const Grid& grid, const AreaOptions& options, std::vector<std::string>& notes) {
  MapPlan plan;
  plan.axes = choose_axes(grid, options, notes);
  if (options.bounds) {
    plan.ends[plan.axes.horizontal] = {options.bounds->x_min, options.bounds->x_max};
    plan.ends[plan.axes.vertical] = {options.bounds->y_min, options.bounds->y_max};
  }
  return plan;
}

// Where an area needs thousands of people, borders need not hide among so many.
std::size_t people_to_hide_among(const DisclosureRules& rules) {
  constexpr std::uint64_t enough_people = 10;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(rules.min_count, 1, enough_people));
}

// Says among whom borders are to hide.
struct Crowd {
  const std::vector<std::uint32_t>& ids;
  std::size_t people = 0;
};

Surface with_edges_among(const Crowd& crowd, Surface surface, const DataView& rows, const MapPlan& plan) {
  for (std::size_t axis = 0; axis < surface.grid.axes.size(); ++axis) {
    std::vector<double>& edges = surface.grid.axes[axis].edges;
    edges = simplify_edges(edges, sort_coordinates(rows.features[axis], crowd.ids), crowd.people,
                           plan.ends[axis].value_or(SafeBounds{}));
  }
  return surface;
}

// The map of the model with borders that may be published. Rows beside a border may be in the next cell on it, but none
// leaves the map: where one would come into a cell that the mask left out, borders move among two people only, where no
// row changes sides.
Surface with_simple_edges(const Surface& surface, const DataView& rows, const Crowd& crowd, const MapPlan& plan,
                          std::vector<std::string>& notes) {
  Surface simple = with_edges_among(crowd, surface, rows, plan);
  if (!find_row_left_out(simple, rows)) return simple;
  notes.emplace_back(
      "borders lie between the two people next to them instead of among more, so that nobody comes into a place that "
      "the mask left out");
  return with_edges_among({crowd.ids, 1}, surface, rows, plan);
}

// The borders of the bins of a feature, with the ends of the map.
std::vector<double> safe_borders(const Axis& axis, const ColumnView& column, const Crowd& crowd,
                                 const std::optional<SafeBounds>& bounds, double end_of_earth) {
  std::vector<double> borders = axis.edges;
  double lowest = borders.empty() ? column[0] : borders.front();
  double highest = borders.empty() ? column[0] : borders.back();
  for (std::size_t row = 0; row < column.size; ++row) {
    lowest = std::min(lowest, column[row]);
    highest = std::max(highest, column[row]);
  }
  const SafeBounds ends =
      bounds ? *bounds
             : close_among_people(lowest, highest, sort_coordinates(column, crowd.ids), crowd.people, end_of_earth);
  const bool contains_edges = borders.empty() || (ends.low < borders.front() && borders.back() < ends.high);
  // At an end that is a row's coordinate the map would tell it.
  if (!(ends.low < lowest && highest < ends.high && contains_edges)) {
    throw InvalidInput("the bounds of '" + axis.name + "', " + number_text(ends.low) + " to " + number_text(ends.high) +
                       ", do not contain all rows and borders with some room; leave out `bounds`, or give wider ones");
  }
  borders.insert(borders.begin(), ends.low);
  borders.push_back(ends.high);
  return borders;
}

// Models number regions by the number of their rows, which rounded counts must not tell: areas are numbered as their
// first cells come on the grid.
void number_by_place(ProtectedRegions& regions, const Surface& surface) {
  std::vector<std::size_t> number(regions.regions.size(), no_area);
  std::vector<RegionRows> numbered;
  for (const std::size_t region : surface.region_of_cell) {
    const std::size_t area = regions.region_of[region];
    if (number[area] != no_area) continue;
    number[area] = numbered.size();
    numbered.push_back(std::move(regions.regions[area]));
  }
  regions.regions = std::move(numbered);
  for (std::size_t& area : regions.region_of) area = number[area];
}

// Says where the areas are.
NumberedCells make_cells(const Surface& surface, const DataView& rows, const ProtectedRegions& regions,
                         const Crowd& crowd, const MapPlan& plan) {
  const MapAxes& axes = plan.axes;
  const auto borders_of = [&](std::size_t feature) {
    const double degrees = feature == axes.horizontal ? 180 : 90;
    return safe_borders(surface.grid.axes[feature], rows.features[feature], crowd, plan.ends[feature],
                        axes.is_geographic ? degrees : infinity);
  };
  NumberedCells cells;
  cells.x_borders = borders_of(axes.horizontal);
  cells.y_borders = borders_of(axes.vertical);
  cells.areas = regions.regions.size();
  cells.area_of_cell = number_cells(surface, axes, regions.region_of);
  return cells;
}

AreaColumn column_of(std::string name, AreaType type) {
  return {std::move(name), type, {}};
}

std::vector<AreaColumn> make_columns(const ProtectedRegions& regions, const std::vector<double>& values,
                                     const ReleaseOptions& options, const DataView& rows) {
  const bool has_events = options.rules.unstable_events > 0 && has_counts(rows);
  AreaColumn id = column_of("id", AreaType::integer);
  AreaColumn value = column_of("value", AreaType::number);
  AreaColumn count = column_of("count", AreaType::integer);
  AreaColumn unstable = column_of("unstable", AreaType::integer);
  for (std::size_t region = 0; region < regions.regions.size(); ++region) {
    const RegionRows& of = regions.regions[region];
    // Weighed sums of the same numbers in another order may differ in their last digits.
    constexpr double order_of_sums = 1e-9;
    const double events = of.contributors.total() * (1 - order_of_sums);
    id.values.emplace_back(static_cast<std::int64_t>(region + 1));
    value.values.emplace_back(values[region]);
    count.values.emplace_back(static_cast<std::int64_t>(round_count(options.rules, of.contributors.count())));
    unstable.values.emplace_back(
        static_cast<std::int64_t>(events <= static_cast<double>(options.rules.unstable_events) ? 1 : 0));
  }
  std::vector<AreaColumn> columns = {std::move(id), std::move(value), std::move(count)};
  if (has_events) columns.push_back(std::move(unstable));
  return columns;
}

}  // namespace

void check_can_be_released(const Model& model) {
  check_has_map(model);
  check_knows_rows(model, "a release");
  check_mask_tells_nothing(model);
  loss_of_means(model);
}

Release make_release(const Model& model, const DataView& given, const std::vector<std::uint32_t>& ids,
                     const ReleaseOptions& options) {
  check_can_be_released(model);
  check_rules(options.rules);
  const CellLoss& loss = loss_of_means(model);
  const RowsOfAreas of_areas = rows_of_areas(given, loss);
  const DataView& rows = of_areas.view;
  check_people(rows, ids, options.rules);
  Release release;
  if (!of_areas.shares.empty()) {
    release.notes.push_back("outcome '" + given.outcome_name + "' is read as successes and '" + given.weight_name +
                            "' as trials: values are shares of these; an audit takes the trials as the `exposure`");
  }
  // A yes or no is no amount that somebody contributes.
  const bool has_totals = looks_at_contributions(options.rules) && !(loss.possible_means().highest <= 1);
  if (has_totals) check_contributions(rows);
  if (looks_at_contributions(options.rules) && !has_totals) {
    release.notes.emplace_back(
        "the outcome is yes or no, not an amount: the rule on the largest contributions does not apply");
  }
  const Surface& fitted = model.surfaces.front();
  if (const std::optional<std::size_t> row = find_row_left_out(fitted, rows)) {
    throw InvalidInput(mention_row(*row) +
                       " lies in a cell that the model's mask left out; release with the rows of the fit");
  }
  std::vector<std::size_t> region_of_row = locate_regions(fitted, rows);
  release.error_before = error_of_regions(rows, region_of_row, collect_rows(fitted, region_of_row, rows, ids), loss);
  const MapPlan plan = plan_map(fitted.grid, options.area, release.notes);
  const Crowd crowd = {ids, people_to_hide_among(options.rules)};
  const Surface surface = with_simple_edges(fitted, rows, crowd, plan, release.notes);
  region_of_row = locate_regions(surface, rows);
  std::vector<RegionRows> regions_of_fit = collect_rows(surface, region_of_row, rows, ids);
  const auto keeps_rules = [&](const RegionRows& of) { return is_safe(of, options.rules, has_totals); };
  RegionPairs neighbours = find_neighbours(surface);
  if (const std::size_t bridges = bridge_unsafe_parts(surface, regions_of_fit, keeps_rules, neighbours); bridges > 0) {
    release.notes.push_back(bridges == 1 ? "a part that the mask cuts off breaks the rules alone: it is joined to the "
                                           "nearest part"
                                         : std::to_string(bridges) +
                                               " parts that the mask cuts off break the rules "
                                               "alone: they are joined to the nearest part");
  }
  ProtectedRegions regions = protect_regions(std::move(regions_of_fit), neighbours, loss, keeps_rules);
  number_by_place(regions, surface);
  for (std::size_t& region : region_of_row) region = regions.region_of[region];
  release.error_after = error_of_regions(rows, region_of_row, regions.regions, loss);
  release.joined = regions.joins;
  release.smallest_count = regions.regions.front().contributors.count();
  for (const RegionRows& of : regions.regions) {
    release.smallest_count = std::min(release.smallest_count, of.contributors.count());
  }
  release.rows = rows.rows();
  release.measure = &loss.error();
  release.of_one_outcome = static_cast<std::size_t>(
      std::ranges::count_if(regions.regions, [](const RegionRows& of) { return !(of.outcomes.scatter > 0); }));
  const NumberedCells cells = make_cells(surface, rows, regions, crowd, plan);
  const std::vector<double> values = publish_means(regions.regions, region_of_row, options.rules, rows);
  release.model = make_released_model(model, cells, plan.axes, values);
  release.layer.epsg = find_epsg(surface.grid, plan.axes, cells, options.area, release.notes);
  release.layer.geometry = region_polygons(cells);
  release.tells_events = loss.accepts().are_discrete();
  release.layer.columns = make_columns(regions, values, options, given);
  return release;
}

}  // namespace gaptv
