// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "gaptv/areas/area_layer.h"
#include "gaptv/areas/contributors.h"
#include "gaptv/grid/cell_table.h"
#include "gaptv/loss/cell_loss.h"

namespace gaptv {

// Describes the rows of a region, as far as a release needs to know them.
struct RegionRows {
  CellStats outcomes;  // weights are those of the loss: observations, or exposures
  std::size_t rows = 0;
  Contributors contributors;
  std::optional<MapPoint> place;    // of the first row
  bool has_several_places = false;  // whether another row is elsewhere

  void add_place(const MapPoint& other) {
    if (!place) place = other;
    has_several_places = has_several_places || !(*place == other);
  }
};

// Holds a partition that keeps the rules.
struct ProtectedRegions {
  std::vector<std::size_t> region_of;  // the new region of each old one, numbered as they first occur
  std::vector<RegionRows> regions;     // by new region
  std::size_t joins = 0;
};

// Joins every region that is not safe with a neighbour, until all are safe: of all unsafe regions and their neighbours
// the two whose means differ least come first, weighed as in making regions, W_R W_S / (W_R + W_S) (difference)^2 over
// the variance at the mean of both. A region without rows belongs to any neighbour; it joins first. "neighbours" has
// the pairs of regions that touch, "is_safe" must not turn false again by adding rows for this to end with as many
// regions as possible, but it always ends. Throws InvalidInput if all regions that are connected together are not safe.
ProtectedRegions protect_regions(std::vector<RegionRows> regions,
                                 const std::vector<std::pair<std::size_t, std::size_t>>& neighbours,
                                 const CellLoss& loss, const std::function<bool(const RegionRows&)>& is_safe);

}  // namespace gaptv
