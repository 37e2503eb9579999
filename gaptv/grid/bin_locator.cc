// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/bin_locator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gaptv/base/infinity.h"
#include "gaptv/base/processor_clones.h"

namespace gaptv {
namespace {

constexpr std::size_t block_rows = 1024;

// Finds the bucket of each value; those beyond the edges are in the first or the last one.
GAPTV_PROCESSOR_CLONES void find_buckets(const double* values, std::size_t count, double half_first, double per_half,
                                         double last_bucket, std::int32_t* buckets) {
  for (std::size_t i = 0; i < count; ++i) {
    const double place = (values[i] * 0.5 - half_first) * per_half;
    const double from_zero = place > 0 ? place : 0.0;
    buckets[i] = static_cast<std::int32_t>(from_zero < last_bucket ? from_zero : last_bucket);
  }
}

}  // namespace

BinLocator::BinLocator(std::vector<double> edges) : edges_(std::move(edges)), count_(edges_.size()) {
  first_ = edges_.empty() ? infinity : edges_.front();
  last_ = edges_.empty() ? first_ : edges_.back();
  std::size_t buckets = 256;
  while (buckets < 16 * edges_.size() && buckets < 16384) buckets *= 2;
  // Of very many edges most buckets would have some.
  while (buckets < 2 * edges_.size()) buckets *= 2;
  if (count_ > most_edges_of_table) return;
  buckets_per_half_unit_ = static_cast<double>(buckets) / (last_ * 0.5 - first_ * 0.5);
  // A range too narrow for the division: one bucket, found by halving.
  if (!std::isfinite(buckets_per_half_unit_)) buckets_per_half_unit_ = 0;
  // x < last_ may round up to the bucket after the last one; it holds no edge but has to exist.
  edges_before_.assign(buckets + 2, 0);
  for (const double edge : edges_) {
    ++edges_before_[bucket_of(edge) + 1];
  }
  for (std::size_t bucket = 1; bucket < edges_before_.size(); ++bucket) {
    edges_before_[bucket] = static_cast<std::uint16_t>(edges_before_[bucket] + edges_before_[bucket - 1]);
  }
  for (std::size_t bucket = 0; bucket + 1 < edges_before_.size(); ++bucket) {
    has_crowded_buckets_ = has_crowded_buckets_ || edges_in(bucket) > few_edges;
  }
  edges_.insert(edges_.end(), few_edges, infinity);
}

std::size_t BinLocator::bin_by_halving(double x) const {
  return static_cast<std::size_t>(std::upper_bound(edges_.begin(), edges_.end(), x) - edges_.begin());
}

void BinLocator::find_bins(const ColumnView& column, std::size_t from, std::span<std::uint16_t> bins) const {
  if (count_ == 0) {
    std::ranges::fill(bins, std::uint16_t{0});
    return;
  }
  std::array<double, block_rows> buffer;
  std::array<std::int32_t, block_rows> buckets;
  const auto last_bucket = static_cast<double>(edges_before_.size() - 2);
  for (std::size_t begin = 0; begin < bins.size(); begin += block_rows) {
    const std::size_t count = std::min(block_rows, bins.size() - begin);
    const double* const values = column.values_of(from + begin, count, buffer.data());
    find_buckets(values, count, first_ * 0.5, buckets_per_half_unit_, last_bucket, buckets.data());
    std::uint16_t* const found = bins.data() + begin;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = values[i];
      const std::size_t bin = edges_before_[static_cast<std::size_t>(buckets[i])];
      found[i] = static_cast<std::uint16_t>(bin + (edges_[bin] <= x ? 1U : 0U) + (edges_[bin + 1] <= x ? 1U : 0U));
    }
    if (!has_crowded_buckets_) continue;
    for (std::size_t i = 0; i < count; ++i) {
      const auto bucket = static_cast<std::size_t>(buckets[i]);
      if (edges_in(bucket) > few_edges) found[i] = static_cast<std::uint16_t>(bin_of(values[i]));
    }
  }
}

}  // namespace gaptv
