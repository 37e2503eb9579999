// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/model/model.h"

namespace gaptv {

// Describes the regions of a model in words.
class RegionText {
 public:
  explicit RegionText(const Surface& surface);

  // Describes the bounding box of a region, e.g. "x1 from 12.5 to 40, x2 below 7"; "everywhere" if it spans all axes.
  std::string where(const Region& region) const;

 private:
  const Surface& surface_;
  std::vector<std::vector<std::string>>
      edges_;  // the edges of each axis, with as many digits as it takes to tell them apart
};

// Returns the regions that have observations, and at least so many, the lowest value first.
std::vector<Region> sort_regions_by_value(const Surface& surface, double least_weight = 0);

// Holds the regions with the highest and the lowest values, the most extreme first. No region is in both.
struct ExtremeRegions {
  std::vector<Region> highest;
  std::vector<Region> lowest;
};
// Returns as many of either as asked for, or of fewer regions half of them: of three regions the one in the middle is
// neither high nor low. Only regions that have observations, and at least so many, count.
ExtremeRegions find_extreme_regions(const Surface& surface, std::size_t most, double least_weight = 0);

// Returns the share of its bounding box that a region covers, counted in cells that no mask left out.
double share_of_box(const Surface& surface, const Region& region);

}  // namespace gaptv
