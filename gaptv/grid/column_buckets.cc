// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/column_buckets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

constexpr std::size_t entries_per_task = std::size_t{1} << 19U;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

struct Range {
  double lowest = infinity;
  double highest = -infinity;

  void add(double x) {
    lowest = std::min(lowest, x);
    highest = std::max(highest, x);
  }
};

// What is known of the values in a bucket: nothing, that all are equal to one value, or that they differ.
struct BucketValue {
  double value = unknown;
  bool differs = false;

  void add(double x) {
    if (x == value) return;  // the usual case for columns with few distinct values
    if (std::isnan(value)) {
      value = x;
    } else {
      differs = true;
    }
  }
};

}  // namespace

// Calls work(task, begin, end) for consecutive stretches of rows.
template <typename Work>
void ColumnBuckets::for_row_stretches(Work&& work) const {
  const std::size_t rows = column_.size;
  parallel_for((rows + entries_per_task - 1) / entries_per_task, threads_, [&](std::size_t task) {
    work(task, task * entries_per_task, std::min(rows, (task + 1) * entries_per_task));
  });
}

ColumnBuckets::ColumnBuckets(const ColumnView& column, std::size_t threads)
    : column_(column), threads_(threads), bucket_of_row_(column.size) {
  find_range();
  half_lowest_ = lowest_ * 0.5;
  per_half_unit_ = static_cast<double>(count - 1) / (highest_ * 0.5 - half_lowest_);
  if (!std::isfinite(per_half_unit_)) per_half_unit_ = 0;
  count_rows();
}

void ColumnBuckets::find_range() {
  std::vector<Range> ranges((column_.size + entries_per_task - 1) / entries_per_task);
  for_row_stretches([&](std::size_t task, std::size_t begin, std::size_t end) {
    Range range;
    for (std::size_t row = begin; row < end; ++row) range.add(column_[row]);
    ranges[task] = range;
  });
  Range whole;
  for (const Range& part : ranges) {
    whole.add(part.lowest);
    whole.add(part.highest);
  }
  lowest_ = whole.lowest;
  highest_ = whole.highest;
}

void ColumnBuckets::count_rows() {
  // Counts are whole numbers: they may be added up in any order.
  std::vector<std::vector<std::uint32_t>> counts((column_.size + entries_per_task - 1) / entries_per_task);
  for_row_stretches([&](std::size_t task, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> rows_in_bucket(count, 0);
    for (std::size_t row = begin; row < end; ++row) {
      const std::size_t bucket = bucket_of(column_[row]);
      bucket_of_row_[row] = static_cast<std::uint16_t>(bucket);
      ++rows_in_bucket[bucket];
    }
    counts[task] = std::move(rows_in_bucket);
  });
  rows_before_.assign(count + 1, 0);
  for (std::size_t bucket = 0; bucket < count; ++bucket) {
    std::size_t sum = 0;
    for (const std::vector<std::uint32_t>& part : counts) sum += part[bucket];
    rows_before_[bucket + 1] = rows_before_[bucket] + sum;
  }
}

std::size_t ColumnBuckets::bucket_of_rank(std::size_t rank) const {
  const auto after = std::upper_bound(rows_before_.begin(), rows_before_.end(), rank);
  return static_cast<std::size_t>(after - rows_before_.begin()) - 1;
}

void ColumnBuckets::find_single_values() {
  if (!single_value_.empty()) return;
  std::vector<std::vector<BucketValue>> parts((column_.size + entries_per_task - 1) / entries_per_task);
  for_row_stretches([&](std::size_t task, std::size_t begin, std::size_t end) {
    std::vector<BucketValue> found(count);
    for (std::size_t row = begin; row < end; ++row) found[bucket_of_row_[row]].add(column_[row]);
    parts[task] = std::move(found);
  });
  single_value_.assign(count, unknown);
  for (std::size_t bucket = 0; bucket < count; ++bucket) {
    BucketValue whole;
    for (const std::vector<BucketValue>& part : parts) {
      if (!std::isnan(part[bucket].value)) whole.add(part[bucket].value);
      whole.differs = whole.differs || part[bucket].differs;
    }
    if (!whole.differs) single_value_[bucket] = whole.value;
  }
}

double ColumnBuckets::single_value(std::size_t bucket) const {
  return single_value_.empty() ? unknown : single_value_[bucket];
}

std::vector<std::vector<double>> ColumnBuckets::values_in(const std::vector<std::uint8_t>& is_wanted) const {
  std::vector<std::vector<double>> collected((column_.size + entries_per_task - 1) / entries_per_task);
  for_row_stretches([&](std::size_t task, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      if (is_wanted[bucket_of_row_[row]]) collected[task].push_back(column_[row]);
    }
  });
  std::vector<std::vector<double>> values(count);
  for (std::vector<double>& part : collected) {
    for (const double x : part) values[bucket_of(x)].push_back(x);
    part = {};
  }
  return values;
}

RawArray<std::uint16_t> ColumnBuckets::take_intervals(const std::vector<double>& cuts) {
  constexpr std::uint16_t look_closer = std::numeric_limits<std::uint16_t>::max();
  std::vector<std::size_t> cuts_before(count + 1, 0);
  for (const double cut : cuts) ++cuts_before[bucket_of(cut) + 1];
  for (std::size_t bucket = 0; bucket < count; ++bucket) cuts_before[bucket + 1] += cuts_before[bucket];
  const auto interval_of = [&](double x, std::size_t bucket) {
    const auto first = cuts.begin() + static_cast<std::ptrdiff_t>(cuts_before[bucket]);
    const auto last = cuts.begin() + static_cast<std::ptrdiff_t>(cuts_before[bucket + 1]);
    return static_cast<std::uint16_t>(std::upper_bound(first, last, x) - cuts.begin());
  };
  std::vector<std::uint16_t> interval_of_bucket(count, look_closer);
  for (std::size_t bucket = 0; bucket < count; ++bucket) {
    if (cuts_before[bucket] == cuts_before[bucket + 1]) {
      interval_of_bucket[bucket] = static_cast<std::uint16_t>(cuts_before[bucket]);
    } else if (!std::isnan(single_value(bucket))) {
      interval_of_bucket[bucket] = interval_of(single_value(bucket), bucket);
    }
  }
  for_row_stretches([&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint16_t bucket = bucket_of_row_[row];
      const std::uint16_t interval = interval_of_bucket[bucket];
      bucket_of_row_[row] = interval != look_closer ? interval : interval_of(column_[row], bucket);
    }
  });
  return std::move(bucket_of_row_);
}

}  // namespace gaptv
