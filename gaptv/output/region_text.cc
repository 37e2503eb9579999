// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/region_text.h"

#include <algorithm>
#include <cstddef>

#include "gaptv/output/readable_number.h"

namespace gaptv {

RegionText::RegionText(const Surface& surface) : surface_(surface) {
  for (const Axis& axis : surface.grid.axes) edges_.push_back(write_distinct_numbers(axis.edges));
}

std::string RegionText::where(const Region& region) const {
  std::string text;
  for (std::size_t j = 0; j < edges_.size(); ++j) {
    const Axis& axis = surface_.grid.axes[j];
    const std::size_t first = region.first_bin[j];
    const std::size_t last = region.last_bin[j];
    const bool has_lower = first > 0;
    const bool has_upper = last + 1 < axis.bins();
    if (!has_lower && !has_upper) continue;
    if (!text.empty()) text += ", ";
    text += axis.name;
    if (has_lower && has_upper) {
      text += " from " + edges_[j][first - 1] + " to " + edges_[j][last];
    } else {
      text += has_upper ? " below " + edges_[j][last] : " " + edges_[j][first - 1] + " or more";
    }
  }
  return text.empty() ? "everywhere" : text;
}

std::vector<Region> sort_regions_by_value(const Surface& surface, double least_weight) {
  std::vector<Region> regions;
  for (const Region& region : surface.regions) {
    if (region.weight > 0 && region.weight >= least_weight) regions.push_back(region);
  }
  std::ranges::stable_sort(regions, {}, &Region::value);
  return regions;
}

ExtremeRegions find_extreme_regions(const Surface& surface, std::size_t most, double least_weight) {
  const std::vector<Region> sorted = sort_regions_by_value(surface, least_weight);
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, sorted.size() / 2));
  return {{sorted.rbegin(), sorted.rbegin() + count}, {sorted.begin(), sorted.begin() + count}};
}

double share_of_box(const Surface& surface, const Region& region) {
  double cells = 1;
  for (std::size_t j = 0; j < region.first_bin.size(); ++j) {
    cells *= static_cast<double>(region.last_bin[j] - region.first_bin[j] + 1);
  }
  const Shape shape = surface.grid.shape();
  for (std::size_t cell = 0; cell < surface.grid.left_out.size(); ++cell) {
    bool is_in_box = surface.grid.left_out[cell];
    for (std::size_t j = 0; is_in_box && j < shape.dimensions(); ++j) {
      const std::size_t bin = shape.bin_of(cell, j);
      is_in_box = region.first_bin[j] <= bin && bin <= region.last_bin[j];
    }
    if (is_in_box) --cells;
  }
  return static_cast<double>(region.cells) / cells;
}

}  // namespace gaptv
