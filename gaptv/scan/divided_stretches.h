// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gaptv/grid/bin_locator.h"
#include "gaptv/grid/quantiles.h"
#include "gaptv/scan/row_batches.h"

namespace gaptv {

// Holds what is settled by the first rows.
struct FirstRows {
  std::vector<std::vector<double>> borders;  // between stretches of about equally many of them, for each axis
  std::vector<double> outcomes;              // as they are given, without those that are missing
};
FirstRows read_first_rows(RowBatches& rows, std::size_t threads);

// Tells which of some disjoint stretches a value lies in.
class StretchLocator {
 public:
  explicit StretchLocator(const std::vector<ValueStretch>& stretches);

  // Returns the number of the stretch, or nothing.
  std::optional<std::size_t> find(double value) const {
    const std::size_t place = locator_.bin_of(value);
    if (place % 2 == 0) return std::nullopt;
    return place / 2;
  }

 private:
  BinLocator locator_;
};

using Values = std::vector<std::pair<double, double>>;  // with their weights

// Groups values into stretches of at least so many rows, or into single values.
std::vector<ValueStretch> group_values(Values values, std::size_t least_rows = 1);

// Counts the rows of one column between borders, with the smallest and largest value between each two.
class StretchCounter {
 public:
  explicit StretchCounter(const std::vector<double>& borders);

  void add(double value, double weight) {
    ValueStretch& stretch = stretches_[locator_.bin_of(value)];
    // Seldom, once some rows were seen.
    if (value < stretch.lowest) stretch.lowest = value;
    if (value > stretch.highest) stretch.highest = value;
    stretch.rows += 1;
    stretch.weight += weight;
  }
  void add(const StretchCounter& other);
  // Returns those that hold rows, in increasing order.
  std::vector<ValueStretch> take() const;

 private:
  BinLocator locator_;
  std::vector<ValueStretch> stretches_;
};

// Divides a stretch that holds too many values to remember them into so many parts of equal width.
std::vector<double> divide_evenly(const ValueStretch& stretch, std::size_t parts);

// Counts the rows of some stretches of all axes, and tells whether their values are too many to remember.
double count_rows(const std::vector<std::vector<ValueStretch>>& stretches);
bool is_too_crowded(double rows);

// Decides which stretches of all axes hold too many values to remember, together: into how many parts each is divided,
// or 0 where its values can be remembered.
std::vector<std::vector<std::size_t>> divide_crowded(const std::vector<std::vector<ValueStretch>>& stretches);

}  // namespace gaptv
