// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include "gaptv/base/infinity.h"
#include "gaptv/base/interval.h"

namespace gaptv::tv {

// The data of one connected component, as far as they tell where the means of a minimiser lie, for a loss of cell
// statistics with these possible means. Nothing here knows a candidate: a certificate may rely on it.
class DataOfComponent {
 public:
  explicit DataOfComponent(const Interval& possible) : possible_(possible) {}

  void add(double weight, double mean);

  bool has_data() const { return weight_ > 0; }
  // If there are no data, or if all of them have the same mean at an end of what is possible (counts of 0; nothing but
  // successes), the minimum is 0, and no flow at all is its proof. It may be a limit: the link of such a mean is
  // infinite.
  bool has_minimum_zero() const {
    return !has_data() || range_.highest <= possible_.lowest || range_.lowest >= possible_.highest;
  }

  // Returns the interval in which the means of a minimiser lie (there are data, and not all at one end). "weakest" is
  // lambda times the smallest weight of an edge, > 0. Clipping to the range of the means shortens every difference and
  // brings every node nearer to its own mean, so they lie in that range. Where it reaches an end of what is possible,
  // say 0: let S be the nodes with the lowest value. If that is all of them, it is the mean of all data. Otherwise the
  // edges that lead to S are full, and their flow, at least "weakest", is the sum over S of weight * (value - mean); so
  // there are data in S, and the value is at least weakest / (weight of S).
  Interval bounds(double weakest) const;

 private:
  Interval possible_;
  Interval range_{infinity, -infinity};
  double weight_ = 0;
  double above_lowest_ = 0;   // sum of weight * (mean - possible.lowest), if that is finite
  double below_highest_ = 0;  // sum of weight * (possible.highest - mean), if that is finite
};

}  // namespace gaptv::tv
