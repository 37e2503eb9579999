// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gaptv {
namespace {

constexpr std::size_t sort_below = 20000;

std::vector<double> by_sorting(const ColumnView& column, std::span<const std::size_t> ranks) {
  std::vector<double> values(column.size);
  for (std::size_t i = 0; i < column.size; ++i) values[i] = column[i];
  std::sort(values.begin(), values.end());
  std::vector<double> result;
  result.reserve(ranks.size());
  for (const std::size_t rank : ranks) result.push_back(values[rank]);
  return result;
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

std::vector<double> order_statistics(ColumnBuckets& buckets, std::span<const std::size_t> ranks) {
  if (buckets.lowest() == buckets.highest()) return std::vector<double>(ranks.size(), buckets.lowest());
  if (buckets.column().size < sort_below || !buckets.separates()) return by_sorting(buckets.column(), ranks);
  const std::vector<std::uint8_t> is_wanted = buckets_to_look_into(buckets, ranks);
  const bool is_any_wanted = std::ranges::find(is_wanted, 1) != is_wanted.end();
  const std::vector<std::vector<double>> contents =
      is_any_wanted ? buckets.values_in(is_wanted) : std::vector<std::vector<double>>();

  std::vector<double> result(ranks.size());
  for (std::size_t i = 0; i < ranks.size();) {
    const std::size_t bucket = buckets.bucket_of_rank(ranks[i]);
    std::vector<std::size_t> inner_ranks;
    const std::size_t begin = i;
    for (; i < ranks.size() && ranks[i] < buckets.rows_before(bucket + 1); ++i) {
      inner_ranks.push_back(ranks[i] - buckets.rows_before(bucket));
    }
    const auto to = result.begin() + static_cast<std::ptrdiff_t>(begin);
    if (!is_wanted[bucket]) {
      std::fill_n(to, inner_ranks.size(), buckets.single_value(bucket));
    } else {
      // A bucket is a column of its own; it is smaller than this one, because the extremes lie in different buckets.
      const ColumnView inner_column = contents[bucket];
      if (inner_column.size < sort_below) {
        std::ranges::copy(by_sorting(inner_column, inner_ranks), to);
      } else {
        ColumnBuckets inner(inner_column, buckets.threads());
        std::ranges::copy(order_statistics(inner, inner_ranks), to);
      }
    }
  }
  return result;
}

}  // namespace gaptv
