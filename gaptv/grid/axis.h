// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gaptv/grid/shape.h"

namespace gaptv {

// An Axis is one feature cut into bins. Bin b holds x with edges[b-1] <= x < edges[b]; the first and the last bin are
// unbounded.
struct Axis {
  std::string name;
  std::vector<double> edges;       // strictly increasing; bins = edges + 1
  std::size_t bins_requested = 1;  // how many there were before repeated edges collapsed
  double lowest = 0;               // the smallest value of the training rows
  double highest = 0;              // and the largest

  std::size_t bins() const { return edges.size() + 1; }
  // Finds the bin of a value in O(log bins).
  std::size_t bin_of(double x) const {
    return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), x) - edges.begin());
  }
  bool is_outside(double x) const { return x < lowest || x > highest; }
};

// A Grid is the quantile grid over all features.
struct Grid {
  std::vector<Axis> axes;
  // By cell: it does not exist for the fit, as a mask (cell_mask.h) left it out. It has no rows and no neighbours.
  // Empty if all cells stay.
  std::vector<bool> left_out = {};

  bool is_left_out(std::size_t cell) const { return !left_out.empty() && left_out[cell]; }

  Shape shape() const {
    Shape shape;
    for (const Axis& axis : axes) shape.bins.push_back(axis.bins());
    return shape;
  }
  // Returns by axis how many bins there were before repeated edges collapsed.
  std::vector<std::size_t> bins_requested() const {
    std::vector<std::size_t> bins;
    for (const Axis& axis : axes) bins.push_back(axis.bins_requested);
    return bins;
  }
};

}  // namespace gaptv
