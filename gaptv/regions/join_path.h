// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "gaptv/grid/connected_cells.h"
#include "gaptv/grid/shape.h"

namespace gaptv {

inline const std::vector<bool> no_cell_left_out = {};

// Describes the cells of a grid to whoever joins them to regions.
struct JoinedCells {
  const Shape& shape;
  std::span<const double> values;
  std::span<const double> weight;  // that borders are judged by
  // By cell, whether it is left out (Grid): it joins no neighbours, and belongs to the region of the nearest cell that
  // stays. Empty if none is.
  const std::vector<bool>& left_out = no_cell_left_out;
};

// Says how many rows each region must have, and when regions with fewer are joined before others: as soon as so many
// regions are left. To begin at once leaves more regions, and smaller errors, than to wait for the number that is
// wanted.
struct FewestRows {
  std::span<const double> rows;  // by cell
  double fewest = 1;
  std::size_t regions = std::numeric_limits<std::size_t>::max();
};

// One step of a path: two neighbouring regions become one, which keeps the number of the first.
struct Join {
  std::uint32_t kept;
  std::uint32_t gone;
  double cost;  // what the border between them explained
};

// A nested path of partitions: from cells, of which those of equal value are one region already, to a single region, or
// to one for each part that cells which are left out cut the others into.
class JoinPath {
 public:
  JoinPath(ConnectedCells start, std::vector<Join> joins, std::size_t most_regions)
      : start_(std::move(start)), joins_(std::move(joins)), most_regions_(most_regions) {}

  const ConnectedCells& start() const { return start_; }
  // As many joins as lead from the regions at the start to the fewest.
  const std::vector<Join>& joins() const { return joins_; }
  // Returns the number of regions from which on none has too few rows, but for parts that have too few as a whole.
  std::size_t most_regions() const { return most_regions_; }
  // Returns the number of parts that cells which are left out leave: 1 if there are none.
  std::size_t fewest_regions() const { return start_.count - joins_.size(); }
  // Returns how many regions are left if joining goes on until every border explains at least the price.
  std::size_t count_at_price(double price) const;
  // Returns the partition with that many regions, or with the most if that is more, or the fewest if less: the region
  // of each cell. Regions are numbered in the order of their first cells.
  ConnectedCells cut(std::size_t regions) const;

 private:
  ConnectedCells start_;
  std::vector<Join> joins_;
  std::size_t most_regions_;
};

// Joins neighbouring regions until none has a neighbour, the pair whose union costs least first (Ward 1963, on the
// grid's graph). From where "few" says on, and until no region has too few rows, pairs without such a region have to
// wait. What a border explains, and its loss costs, is
//   w v / (w + v) * (a - b)^2 / variance(mean of both)
// for regions of the weights w and v with the means a and b: for squared errors of variance 1 the increase of the
// deviance if the two had one value. Deterministic. Each join costs as much as the larger of the two has neighbours.
JoinPath join_cells(const JoinedCells& cells, const std::function<double(double)>& variance,
                    const std::optional<FewestRows>& few = {});

}  // namespace gaptv
