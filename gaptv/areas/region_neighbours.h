// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "gaptv/areas/protect_regions.h"
#include "gaptv/model/model.h"

namespace gaptv {

// Pairs of numbers of regions that touch, the smaller number first.
using RegionPairs = std::vector<std::pair<std::size_t, std::size_t>>;

// Finds the regions that touch along a side of cells that stay on the map, each pair once. O(cells log cells).
RegionPairs find_neighbours(const Surface& surface);

// Where cells that are left out cut the map into parts, a part whose rows all together are not safe is made a neighbour
// of the nearest part: what cannot be joined within it is then joined over the gap. Returns how many were.
std::size_t bridge_unsafe_parts(const Surface& surface, const std::vector<RegionRows>& regions,
                                const std::function<bool(const RegionRows&)>& is_safe, RegionPairs& neighbours);

}  // namespace gaptv
