// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gaptv {
namespace {

constexpr std::size_t sort_below = 20000;

std::vector<EqualRows> by_sorting(const ColumnView& column, std::span<const std::size_t> ranks) {
  std::vector<double> values(column.size);
  for (std::size_t i = 0; i < column.size; ++i) values[i] = column[i];
  std::sort(values.begin(), values.end());
  std::vector<EqualRows> result;
  result.reserve(ranks.size());
  for (const std::size_t rank : ranks) {
    const auto [first, end] = std::equal_range(values.begin(), values.end(), values[rank]);
    result.push_back({values[rank], static_cast<std::size_t>(first - values.begin()),
                      static_cast<std::size_t>(end - values.begin())});
  }
  return result;
}

// Finds the rows at ranks within a bucket that was looked into.
std::vector<EqualRows> find_within(const ColumnView& column, std::span<const std::size_t> ranks, std::size_t threads) {
  if (column.size < sort_below) return by_sorting(column, ranks);
  ColumnBuckets buckets(column, threads);
  return order_statistics(buckets, ranks);
}

// Marks the buckets that hold a rank and have to be looked into; a bucket with a single value has not.
std::vector<std::uint8_t> buckets_to_look_into(ColumnBuckets& buckets, std::span<const std::size_t> ranks) {
  std::vector<std::uint8_t> is_wanted(ColumnBuckets::count, 0);
  std::size_t rows_wanted = 0;
  for (const std::size_t rank : ranks) {
    const std::size_t bucket = buckets.bucket_of_rank(rank);
    if (!is_wanted[bucket]) rows_wanted += buckets.rows_in(bucket);
    is_wanted[bucket] = 1;
  }
  // Many rows in them: repeated values perhaps.
  if (rows_wanted > buckets.column().size / 8) {
    buckets.find_single_values();
    for (std::size_t bucket = 0; bucket < ColumnBuckets::count; ++bucket) {
      if (!std::isnan(buckets.single_value(bucket))) is_wanted[bucket] = 0;
    }
  }
  return is_wanted;
}

}  // namespace

std::vector<EqualRows> order_statistics(ColumnBuckets& buckets, std::span<const std::size_t> ranks) {
  if (buckets.lowest() == buckets.highest()) {
    return std::vector<EqualRows>(ranks.size(), {buckets.lowest(), 0, buckets.column().size});
  }
  if (buckets.column().size < sort_below || !buckets.separates()) return by_sorting(buckets.column(), ranks);
  const std::vector<std::uint8_t> is_wanted = buckets_to_look_into(buckets, ranks);
  const bool is_any_wanted = std::ranges::find(is_wanted, 1) != is_wanted.end();
  const std::vector<std::vector<double>> contents =
      is_any_wanted ? buckets.values_in(is_wanted) : std::vector<std::vector<double>>();

  std::vector<EqualRows> result;
  result.reserve(ranks.size());
  for (std::size_t i = 0; i < ranks.size();) {
    const std::size_t bucket = buckets.bucket_of_rank(ranks[i]);
    const std::size_t begin = buckets.rows_before(bucket);
    const std::size_t end = buckets.rows_before(bucket + 1);
    std::vector<std::size_t> inner_ranks;
    for (; i < ranks.size() && ranks[i] < end; ++i) inner_ranks.push_back(ranks[i] - begin);
    if (!is_wanted[bucket]) {
      result.insert(result.end(), inner_ranks.size(), {buckets.single_value(bucket), begin, end});
      continue;
    }
    // A bucket is a column of its own; it is smaller than this one, because the extremes lie in different buckets.
    for (const EqualRows& rows : find_within(contents[bucket], inner_ranks, buckets.threads())) {
      result.push_back({rows.value, begin + rows.first, begin + rows.end});
    }
  }
  return result;
}

}  // namespace gaptv
