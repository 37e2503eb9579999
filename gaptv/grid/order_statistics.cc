// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

constexpr std::size_t sort_below = 20000;
constexpr std::size_t bucket_count = std::size_t{1} << 14U;
constexpr std::size_t rows_per_task = std::size_t{1} << 19U;

std::vector<double> by_sorting(const ColumnView& column, std::span<const std::size_t> ranks) {
  std::vector<double> values(column.size);
  for (std::size_t i = 0; i < column.size; ++i) values[i] = column[i];
  std::sort(values.begin(), values.end());
  std::vector<double> result;
  result.reserve(ranks.size());
  for (const std::size_t rank : ranks) result.push_back(values[rank]);
  return result;
}

// Equal-width buckets over [lowest, highest]; monotone, so that the order of buckets is the order of values.
struct Buckets {
  double half_lowest = 0;
  double per_half_unit = 0;

  Buckets(double lowest, double highest)
      : half_lowest(lowest * 0.5),
        per_half_unit(static_cast<double>(bucket_count - 1) / (highest * 0.5 - half_lowest)) {}
  bool is_usable() const { return std::isfinite(per_half_unit) && per_half_unit > 0; }
  std::size_t bucket_of(double x) const { return static_cast<std::size_t>((x * 0.5 - half_lowest) * per_half_unit); }
};

// Calls work(task, begin, end) for consecutive stretches of rows.
template <typename Work>
void for_row_stretches(std::size_t rows, std::size_t threads, Work&& work) {
  const std::size_t tasks = (rows + rows_per_task - 1) / rows_per_task;
  parallel_for(tasks, threads,
               [&](std::size_t task) { work(task, task * rows_per_task, std::min(rows, (task + 1) * rows_per_task)); });
}

struct Range {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();

  void add(double x) {
    lowest = std::min(lowest, x);
    highest = std::max(highest, x);
  }
  void add(const Range& other) {
    lowest = std::min(lowest, other.lowest);
    highest = std::max(highest, other.highest);
  }
};

// What is known of the values in a bucket: nothing, that all are equal to one value, or that they differ.
struct BucketValue {
  double value = std::numeric_limits<double>::quiet_NaN();
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

std::vector<BucketValue> values_of_buckets(const ColumnView& column, const Buckets& buckets, std::size_t threads) {
  std::vector<std::vector<BucketValue>> parts((column.size + rows_per_task - 1) / rows_per_task);
  for_row_stretches(column.size, threads, [&](std::size_t task, std::size_t begin, std::size_t end) {
    std::vector<BucketValue> found(bucket_count);
    for (std::size_t i = begin; i < end; ++i) found[buckets.bucket_of(column[i])].add(column[i]);
    parts[task] = std::move(found);
  });
  std::vector<BucketValue> values(bucket_count);
  for (const std::vector<BucketValue>& part : parts) {
    for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
      if (!std::isnan(part[bucket].value)) values[bucket].add(part[bucket].value);
      values[bucket].differs = values[bucket].differs || part[bucket].differs;
    }
  }
  return values;
}

}  // namespace

std::vector<double> order_statistics(const ColumnView& column, std::span<const std::size_t> ranks,
                                     std::size_t threads) {
  const std::size_t rows = column.size;
  if (rows < sort_below) return by_sorting(column, ranks);
  const std::size_t tasks = (rows + rows_per_task - 1) / rows_per_task;

  std::vector<Range> ranges(tasks);
  for_row_stretches(rows, threads, [&](std::size_t task, std::size_t begin, std::size_t end) {
    Range range;
    for (std::size_t i = begin; i < end; ++i) range.add(column[i]);
    ranges[task] = range;
  });
  Range range;
  for (const Range& part : ranges) range.add(part);
  if (range.lowest == range.highest) return std::vector<double>(ranks.size(), range.lowest);
  const Buckets buckets(range.lowest, range.highest);
  if (!buckets.is_usable()) return by_sorting(column, ranks);

  // Counts are whole numbers: they may be added up in any order.
  std::vector<std::vector<std::uint32_t>> counts(tasks);
  for_row_stretches(rows, threads, [&](std::size_t task, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> count(bucket_count, 0);
    for (std::size_t i = begin; i < end; ++i) ++count[buckets.bucket_of(column[i])];
    counts[task] = std::move(count);
  });
  std::vector<std::size_t> first_rank(bucket_count + 1, 0);
  for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
    std::size_t sum = 0;
    for (const std::vector<std::uint32_t>& count : counts) sum += count[bucket];
    first_rank[bucket + 1] = first_rank[bucket] + sum;
  }
  counts.clear();

  // The buckets that hold a rank.
  std::vector<std::uint8_t> is_wanted(bucket_count, 0);
  std::size_t rows_wanted = 0;
  for (const std::size_t rank : ranks) {
    const auto after = std::upper_bound(first_rank.begin(), first_rank.end(), rank);
    const std::size_t bucket = static_cast<std::size_t>(after - first_rank.begin()) - 1;
    if (!is_wanted[bucket]) rows_wanted += first_rank[bucket + 1] - first_rank[bucket];
    is_wanted[bucket] = 1;
  }
  // Many rows in them: repeated values perhaps. A bucket with a single value needs no look inside.
  std::vector<double> only_value(bucket_count, 0.0);
  if (rows_wanted > rows / 8) {
    const std::vector<BucketValue> found = values_of_buckets(column, buckets, threads);
    for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
      if (!is_wanted[bucket] || found[bucket].differs) continue;
      only_value[bucket] = found[bucket].value;
      rows_wanted -= first_rank[bucket + 1] - first_rank[bucket];
      is_wanted[bucket] = 0;
    }
  }
  std::vector<std::vector<double>> contents(bucket_count);
  std::vector<std::vector<double>> collected(tasks);
  if (rows_wanted > 0) {
    for_row_stretches(rows, threads, [&](std::size_t task, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (is_wanted[buckets.bucket_of(column[i])]) collected[task].push_back(column[i]);
      }
    });
  }
  for (std::vector<double>& part : collected) {
    for (const double x : part) contents[buckets.bucket_of(x)].push_back(x);
    part = {};
  }

  std::vector<double> result(ranks.size());
  for (std::size_t i = 0; i < ranks.size();) {
    const auto after = std::upper_bound(first_rank.begin(), first_rank.end(), ranks[i]);
    const std::size_t bucket = static_cast<std::size_t>(after - first_rank.begin()) - 1;
    std::size_t end = i;
    while (end < ranks.size() && ranks[end] < first_rank[bucket + 1]) ++end;
    if (!is_wanted[bucket]) {
      std::fill(result.begin() + static_cast<std::ptrdiff_t>(i), result.begin() + static_cast<std::ptrdiff_t>(end),
                only_value[bucket]);
    } else {
      std::vector<std::size_t> inner_ranks;
      for (std::size_t j = i; j < end; ++j) inner_ranks.push_back(ranks[j] - first_rank[bucket]);
      // A bucket is a column of its own; it is smaller than this one, because the extremes lie in different buckets.
      const std::vector<double> inner = order_statistics(contents[bucket], inner_ranks, threads);
      std::copy(inner.begin(), inner.end(), result.begin() + static_cast<std::ptrdiff_t>(i));
    }
    i = end;
  }
  return result;
}

}  // namespace gaptv
