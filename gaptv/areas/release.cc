// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/release.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "gaptv/areas/protect_regions.h"
#include "gaptv/areas/region_polygons.h"
#include "gaptv/areas/safe_edges.h"
#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"
#include "gaptv/grid/cell_mask.h"
#include "gaptv/loss/cell_loss.h"
#include "gaptv/model/predict.h"

namespace gaptv {
namespace {

// Enough for people to read, too few to work out a single outcome from.
constexpr int most_significant_digits = 4;

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

// The outcome of a row as cells have it: a rate where there are exposures.
double value_of(const DataView& rows, std::size_t row) {
  return rows.outcome[row] / rows.exposure_of(row);
}

// Rates are marked as unstable where events were counted.
bool has_counts(const DataView& rows) {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (rows.outcome[row] < 0 || rows.outcome[row] != std::floor(rows.outcome[row])) return false;
  }
  return true;
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

std::vector<std::pair<std::size_t, std::size_t>> find_neighbours(const Surface& surface) {
  const Shape shape = surface.grid.shape();
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
    const std::size_t step = shape.stride(axis);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      if (shape.bin_of(cell, axis) + 1 == shape.bins[axis]) continue;
      if (surface.grid.is_left_out(cell) || surface.grid.is_left_out(cell + step)) continue;
      const std::size_t one = surface.region_of_cell[cell];
      const std::size_t other = surface.region_of_cell[cell + step];
      if (one != other) pairs.emplace_back(std::min(one, other), std::max(one, other));
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// Refuses masks whose form tells where rows are.
void check_mask_tells_nothing(const Model& model, const Surface& surface) {
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

// Where cells that are left out cut the map into parts, a part whose rows all together break the rules is made a
// neighbour of the nearest part: what cannot be joined within it is then joined over the gap. Returns how many were.
std::size_t bridge_unsafe_parts(const Surface& surface, const std::vector<RegionRows>& regions,
                                const std::function<bool(const RegionRows&)>& is_safe,
                                std::vector<std::pair<std::size_t, std::size_t>>& neighbours) {
  if (surface.grid.left_out.empty()) return 0;
  const Shape shape = surface.grid.shape();
  std::size_t bridges = 0;
  while (true) {
    std::vector<std::size_t> part_of(regions.size());
    std::iota(part_of.begin(), part_of.end(), std::size_t{0});
    const auto root = [&part_of](std::size_t region) {
      while (part_of[region] != region) region = part_of[region] = part_of[part_of[region]];
      return region;
    };
    for (const auto& [one, other] : neighbours) part_of[root(one)] = root(other);
    std::vector<std::optional<RegionRows>> of_part(regions.size());
    for (std::size_t region = 0; region < regions.size(); ++region) {
      std::optional<RegionRows>& sum = of_part[root(region)];
      if (!sum) {
        sum = regions[region];
        continue;
      }
      sum->outcomes.add(regions[region].outcomes);
      sum->rows += regions[region].rows;
      if (regions[region].place) sum->add_place(*regions[region].place);
      sum->has_several_places |= regions[region].has_several_places;
      Contributors copy = regions[region].contributors;
      sum->contributors.add_all(std::move(copy));
    }
    const auto unsafe = std::ranges::find_if(of_part, [&is_safe](const auto& sum) { return sum && !is_safe(*sum); });
    if (unsafe == of_part.end()) return bridges;
    const auto part = static_cast<std::size_t>(unsafe - of_part.begin());
    // The fewest steps from cell to cell lead to the nearest cell of another part.
    std::vector<bool> is_other(shape.cells());
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      is_other[cell] = !surface.grid.left_out[cell] && root(surface.region_of_cell[cell]) != part;
    }
    if (std::ranges::find(is_other, true) == is_other.end()) return bridges;
    std::vector<bool> is_not_other = is_other;
    is_not_other.flip();
    const std::vector<std::size_t> nearest = find_nearest_kept(shape, is_not_other);
    const auto distance = [&shape](std::size_t one, std::size_t other) {
      std::size_t steps = 0;
      for (std::size_t axis = 0; axis < shape.dimensions(); ++axis) {
        const std::size_t a = shape.bin_of(one, axis);
        const std::size_t b = shape.bin_of(other, axis);
        steps += a > b ? a - b : b - a;
      }
      return steps;
    };
    std::optional<std::size_t> best;
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      if (surface.grid.left_out[cell] || is_other[cell]) continue;
      if (!best || distance(cell, nearest[cell]) < distance(*best, nearest[*best])) best = cell;
    }
    neighbours.emplace_back(surface.region_of_cell[*best], surface.region_of_cell[nearest[*best]]);
    ++bridges;
  }
}

// The mean deviance of a row that is predicted by the other rows of its region and, so that no region of one row is
// without a prediction, one row more that has the mean of all.
double error_of_regions(const DataView& rows, const std::vector<std::size_t>& region_of_row,
                        const std::vector<RegionRows>& regions, const CellLoss& loss) {
  CellStats all;
  for (const RegionRows& region : regions) all.add(region.outcomes);
  double deviance = 0;
  double observations = 0;
  const double mean_size = all.weight / static_cast<double>(rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const CellStats& region = regions[region_of_row[row]].outcomes;
    const double size = rows.size_of(row);
    const double value = value_of(rows, row);
    const double others = std::max(0.0, region.weight - size);
    const double mean_of_others = others > 0 ? region.mean + (region.mean - value) * size / others : all.mean;
    const double predicted = (others * mean_of_others + mean_size * all.mean) / (others + mean_size);
    const double fitted = std::clamp(predicted, loss.lowest_mean(all.weight), loss.highest_mean(all.weight));
    deviance += 2 * loss.divergence({&size, 1}, {&value, 1}, {&fitted, 1});
    observations += rows.weight_of(row);
  }
  return loss.error().of_mean_deviance(deviance / observations);
}

std::vector<double> sorted_column(const ColumnView& column) {
  std::vector<double> sorted(column.size);
  for (std::size_t row = 0; row < column.size; ++row) sorted[row] = column[row];
  std::ranges::sort(sorted);
  return sorted;
}

// The borders of the bins of a feature, with the ends of the map.
std::vector<double> safe_borders(const Axis& axis, const ColumnView& column, const std::optional<SafeBounds>& bounds) {
  const std::vector<double> sorted = sorted_column(column);
  std::vector<double> borders = move_off_coordinates(axis.edges, sorted);
  const double lowest = borders.empty() ? sorted.front() : std::min(sorted.front(), borders.front());
  const double highest = borders.empty() ? sorted.back() : std::max(sorted.back(), borders.back());
  const SafeBounds ends = bounds ? *bounds : close_outside(lowest, highest);
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

// Says where the areas are.
AreaLayer make_geometry(const Surface& surface, const DataView& rows, const ProtectedRegions& regions,
                        const AreaOptions& options, std::vector<std::string>& notes) {
  const MapAxes axes = choose_axes(surface.grid, options, notes);
  std::optional<SafeBounds> x_bounds;
  std::optional<SafeBounds> y_bounds;
  if (options.bounds) {
    x_bounds = {options.bounds->x_min, options.bounds->x_max};
    y_bounds = {options.bounds->y_min, options.bounds->y_max};
  }
  NumberedCells cells;
  cells.x_borders = safe_borders(surface.grid.axes[axes.horizontal], rows.features[axes.horizontal], x_bounds);
  cells.y_borders = safe_borders(surface.grid.axes[axes.vertical], rows.features[axes.vertical], y_bounds);
  cells.areas = regions.regions.size();
  cells.area_of_cell = number_cells(surface, axes, regions.region_of);
  AreaLayer layer;
  layer.epsg = find_epsg(surface.grid, axes, cells, options, notes);
  layer.geometry = region_polygons(cells);
  return layer;
}

AreaColumn column_of(std::string name, AreaType type) {
  return {std::move(name), type, {}};
}

// The mean of the rows; outcomes that cancel leave 0, not the rounding errors of their sum.
double mean_of(const RegionRows& of) {
  constexpr double rounding_errors = 1e-13;
  const double spread = std::sqrt(of.outcomes.scatter / of.outcomes.weight);
  return std::abs(of.outcomes.mean) > rounding_errors * spread ? of.outcomes.mean : 0;
}

std::vector<AreaColumn> make_columns(const ProtectedRegions& regions, const ReleaseOptions& options, bool has_events) {
  DisclosureRules rounding = options.rules;
  if (rounding.significant_digits == 0) rounding.significant_digits = most_significant_digits;
  AreaColumn id = column_of("id", AreaType::integer);
  AreaColumn value = column_of("value", AreaType::number);
  AreaColumn count = column_of("count", AreaType::integer);
  AreaColumn unstable = column_of("unstable", AreaType::integer);
  for (std::size_t region = 0; region < regions.regions.size(); ++region) {
    const RegionRows& of = regions.regions[region];
    const double events = of.outcomes.mean * of.outcomes.weight;
    id.values.emplace_back(static_cast<std::int64_t>(region + 1));
    value.values.emplace_back(round_statistic(rounding, mean_of(of)));
    count.values.emplace_back(static_cast<std::int64_t>(round_count(options.rules, of.contributors.count())));
    unstable.values.emplace_back(
        static_cast<std::int64_t>(events <= static_cast<double>(options.rules.unstable_events) ? 1 : 0));
  }
  std::vector<AreaColumn> columns = {std::move(id), std::move(value), std::move(count)};
  if (has_events) columns.push_back(std::move(unstable));
  return columns;
}

}  // namespace

Release make_release(const Model& model, const DataView& rows, const std::vector<std::uint32_t>& ids,
                     const ReleaseOptions& options) {
  check_has_map(model);
  check_rules(options.rules);
  const Surface& surface = model.surfaces.front();
  check_mask_tells_nothing(model, surface);
  const CellLoss& loss = loss_of_means(model);
  Release release;
  // A yes or no is no amount that somebody contributes.
  const bool has_totals = looks_at_contributions(options.rules) && !(loss.possible_means().highest <= 1);
  if (has_totals) check_contributions(rows);
  if (looks_at_contributions(options.rules) && !has_totals) {
    release.notes.emplace_back(
        "the outcome is yes or no, not an amount: the rule on the largest contributions does not apply");
  }
  const std::vector<std::uint32_t> cells = locate(surface, rows);
  std::vector<std::size_t> region_of_row(rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (surface.grid.is_left_out(cells[row])) {
      throw InvalidInput(mention_row(row) +
                         " lies in a cell that the model's mask left out; release with the rows of the fit");
    }
    region_of_row[row] = surface.region_of_cell[cells[row]];
  }
  std::vector<RegionRows> before = collect_rows(surface, region_of_row, rows, ids);
  release.error_before = error_of_regions(rows, region_of_row, before, loss);
  const auto keeps_rules = [&](const RegionRows& of) { return is_safe(of, options.rules, has_totals); };
  std::vector<std::pair<std::size_t, std::size_t>> neighbours = find_neighbours(surface);
  if (const std::size_t bridges = bridge_unsafe_parts(surface, before, keeps_rules, neighbours); bridges > 0) {
    release.notes.push_back(std::to_string(bridges) +
                            " parts that the mask cuts off break the rules alone: they are joined to the nearest part");
  }
  const ProtectedRegions regions = protect_regions(std::move(before), neighbours, loss, keeps_rules);
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
  release.layer = make_geometry(surface, rows, regions, options.area, release.notes);
  release.tells_events = loss.accepts().are_discrete();
  release.layer.columns = make_columns(regions, options, options.rules.unstable_events > 0 && has_counts(rows));
  return release;
}

}  // namespace gaptv
