// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/grid/bin_locator.h"
#include "gaptv/grid/quantiles.h"
#include "gaptv/scan/copy_filter.h"
#include "gaptv/scan/row_facts.h"

namespace gaptv {

// Counts the different values of a column up to a limit.
class DistinctValues {
 public:
  explicit DistinctValues(std::size_t limit) : limit_(limit) {}

  void add(const ColumnView& column);
  void add(const DistinctValues& other);
  // Is at most one more than the limit, which means more than the limit.
  std::size_t count() const { return values_.size(); }
  bool has_more_than_limit() const { return values_.size() > limit_; }

 private:
  std::size_t limit_;
  std::unordered_set<double> values_;
};

// Counts the rows of one column between borders, with the smallest and largest value between each two.
class StretchCounter {
 public:
  explicit StretchCounter(const std::vector<double>& borders);

  // The weights are empty, or as many.
  void add(const ColumnView& column, const ColumnView& weight);
  void add(double value, double weight) {
    ValueStretch& stretch = stretches_[locator_.bin_of(value)];
    // Seldom, once some rows were seen.
    if (value < stretch.lowest) stretch.lowest = value;
    if (value > stretch.highest) stretch.highest = value;
    stretch.rows += 1;
    stretch.weight += weight;
  }
  void add(const StretchCounter& other);
  void clear();
  // Returns those that hold rows, in increasing order.
  std::vector<ValueStretch> take() const;

 private:
  BinLocator locator_;
  std::vector<ValueStretch> stretches_;
};

// Holds what one lane of batches tells at the first look.
class FirstLook : public RowFacts {
 public:
  // The borders are those of each axis. The filter takes down every row as long as outcomes recur; it may be null.
  FirstLook(const std::vector<std::vector<double>>& borders, SharedCopyFilter* filter);

  // Takes rows as PreparedRows has them, with the outcomes as they were before they were divided by exposures.
  void add(const DataView& rows, const ColumnView& outcome_as_given, std::size_t first_row);
  void add(const FirstLook& other);
  // Tells whether outcomes take so many values that copies of rows are never divided.
  static bool has_many_outcomes(const ColumnView& outcomes);

  DistinctValues outcomes;
  DistinctValues first_feature;
  std::vector<StretchCounter> axes;
  // Hash sums of the rows if there are no weights, if they count copies, and if they say how much a row tells.
  std::uint64_t hash_without_weights = 0;
  std::uint64_t hash_with_copies = 0;
  std::uint64_t hash_with_precision = 0;
  std::vector<std::pair<std::uint64_t, double>> exposures;  // of some rows, by a hash of their number

 private:
  void take_range(const ColumnView& column);
  void hash(const DataView& rows);
  void sample_exposures(const DataView& rows, std::size_t first_row);
  void keep_few_exposures();

  SharedCopyFilter* filter_;
};

}  // namespace gaptv
