// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaptv/base/raw_array.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Deals the rows of a column to equal-width buckets over its range. Order statistics are counted in them, and they are
// the first step of locating rows between cuts. The order of buckets is the order of values.
class ColumnBuckets {
 public:
  static constexpr std::size_t count = std::size_t{1} << 14U;

  // The column has at least one row, all finite, and must outlive this.
  ColumnBuckets(const ColumnView& column, std::size_t threads);

  const ColumnView& column() const { return column_; }
  std::size_t threads() const { return threads_; }
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  // Is false when all rows are in bucket 0: the column is constant, or its range is too narrow to be divided.
  bool separates() const { return per_half_unit_ > 0; }

  // It takes halves, so that the width of no range overflows.
  std::size_t bucket_of(double x) const { return static_cast<std::size_t>((x * 0.5 - half_lowest_) * per_half_unit_); }
  // Returns the number of rows in the buckets before this one, which may be count.
  std::size_t rows_before(std::size_t bucket) const { return rows_before_[bucket]; }
  std::size_t rows_in(std::size_t bucket) const { return rows_before_[bucket + 1] - rows_before_[bucket]; }
  // Finds the bucket that holds the row of that rank in the sorted column.
  std::size_t bucket_of_rank(std::size_t rank) const;

  // Looks for buckets in which all rows are equal; single_value then tells the value, and NaN for the others.
  void find_single_values();
  double single_value(std::size_t bucket) const;

  // Collects the values of the rows in each of the marked buckets, in the order of the rows.
  std::vector<std::vector<double>> values_in(const std::vector<std::uint8_t>& is_wanted) const;

  // Returns for each row how many of the cuts are <= its value; the cuts increase, lie within the range of the column,
  // and are fewer than 65535. Takes the memory of the buckets of the rows, so it can be asked once.
  RawArray<std::uint16_t> take_intervals(const std::vector<double>& cuts);

 private:
  template <typename Work>
  void for_row_stretches(Work&& work) const;
  void find_range();
  void count_rows();

  ColumnView column_;
  std::size_t threads_;
  double lowest_ = 0;
  double highest_ = 0;
  double half_lowest_ = 0;
  double per_half_unit_ = 0;
  RawArray<std::uint16_t> bucket_of_row_;
  std::vector<std::size_t> rows_before_;
  std::vector<double> single_value_;  // empty until looked for
};

}  // namespace gaptv
