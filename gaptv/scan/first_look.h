// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <vector>

#include "gaptv/base/infinity.h"
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

// Counts the rows of one column between borders. It remembers nothing else of them, so that what every row changes
// stays in the cache.
class BorderCounter {
 public:
  // Lanes share the borders, and what finds the place of a value between them.
  struct Borders {
    explicit Borders(const std::vector<double>& borders) : values(borders), locator(borders) {}

    std::vector<double> values;
    BinLocator locator;
  };
  explicit BorderCounter(std::shared_ptr<const Borders> borders);

  // The weights are empty, or as many.
  void add(const ColumnView& column, const ColumnView& weight);
  void add(const BorderCounter& other);
  void clear();
  // Returns the stretches between borders that hold rows, in increasing order, weights only if there are any. Values
  // that have a border on either side are known, and the smallest and the largest of all.
  std::vector<ValueStretch> take() const;

 private:
  void carry();

  std::shared_ptr<const Borders> borders_;
  std::vector<std::uint32_t> rows_;  // since they were last carried over
  std::vector<std::uint64_t> carried_;
  std::size_t rows_since_carry_ = 0;
  std::vector<double> weight_;  // empty until there is any
  double lowest_ = infinity;
  double highest_ = -infinity;
};

// Holds what one lane of batches tells at the first look.
class FirstLook : public RowFacts {
 public:
  // The borders are those of each axis. The filter takes down every row as long as outcomes recur; it may be null.
  using AllBorders = std::vector<std::shared_ptr<const BorderCounter::Borders>>;
  FirstLook(const AllBorders& borders, SharedCopyFilter* filter);

  // Takes rows as PreparedRows has them, with the outcomes as they were before they were divided by exposures.
  void add(const DataView& rows, const ColumnView& outcome_as_given, std::size_t first_row);
  void add(const FirstLook& other);
  // Tells whether outcomes take so many values that copies of rows are never divided.
  static bool has_many_outcomes(const ColumnView& outcomes);

  DistinctValues outcomes;
  DistinctValues first_feature;
  std::vector<BorderCounter> axes;
  // Hash sums of the rows if there are no weights, if they count copies, and if they say how much a row tells.
  std::uint64_t hash_without_weights = 0;
  std::uint64_t hash_with_copies = 0;
  std::uint64_t hash_with_precision = 0;
  std::vector<std::pair<std::uint64_t, double>> exposures;  // of some rows, by a hash of their number

 private:
  void hash(const DataView& rows);
  void sample_exposures(const DataView& rows, std::size_t first_row);
  void keep_few_exposures();

  SharedCopyFilter* filter_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace gaptv
