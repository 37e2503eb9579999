// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/region_neighbours.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "gaptv/grid/cell_mask.h"

namespace gaptv {

RegionPairs find_neighbours(const Surface& surface) {
  const Shape shape = surface.grid.shape();
  RegionPairs pairs;
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

std::size_t bridge_unsafe_parts(const Surface& surface, const std::vector<RegionRows>& regions,
                                const std::function<bool(const RegionRows&)>& is_safe, RegionPairs& neighbours) {
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

}  // namespace gaptv
