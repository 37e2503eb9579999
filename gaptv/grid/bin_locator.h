// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/data/dataset.h"

namespace gaptv {

// Counts the edges that are <= x, i.e. the bin of x, in constant time for most x: the range of the edges is divided
// into equal buckets, each of which knows the edges before it; only buckets with edges inside have to look closer.
class BinLocator {
 public:
  static constexpr std::size_t most_edges_of_table = 65535;

  // The edges increase. Of more than fit into the table bins are found by halving, one by one.
  explicit BinLocator(std::vector<double> edges);

  std::size_t bin_of(double x) const {
    if (!(x >= first_)) return 0;
    if (x >= last_) return count_;
    if (count_ > most_edges_of_table) return bin_by_halving(x);
    const std::size_t bucket = bucket_of(x);
    std::size_t bin = edges_before_[bucket];
    std::size_t end = edges_before_[bucket + 1];
    // Edges in later buckets are above x, so that most x need no branch that nobody can foresee.
    if (end - bin <= few_edges) return bin + (edges_[bin] <= x ? 1U : 0U) + (edges_[bin + 1] <= x ? 1U : 0U);
    // Where one bucket has many edges (a skewed feature), halve first.
    while (end - bin > 8) {
      const std::size_t middle = (bin + end) / 2;
      if (edges_[middle] <= x) {
        bin = middle + 1;
      } else {
        end = middle;
      }
    }
    while (bin < end && edges_[bin] <= x) ++bin;
    return bin;
  }
  // Finds the bins of so many values of a column, from one on: faster than one by one. The values are finite, and the
  // edges fit into the table.
  void find_bins(const ColumnView& column, std::size_t from, std::span<std::uint16_t> bins) const;

 private:
  static constexpr std::size_t few_edges = 2;

  // It is monotone in x. It takes halves, so that the width of no range overflows.
  std::size_t bucket_of(double x) const {
    return static_cast<std::size_t>((x * 0.5 - first_ * 0.5) * buckets_per_half_unit_);
  }

  std::size_t bin_by_halving(double x) const;
  std::size_t edges_in(std::size_t bucket) const {
    return static_cast<std::size_t>(edges_before_[bucket + 1]) - edges_before_[bucket];
  }

  std::vector<double> edges_;  // and after them a few that are above every number
  std::size_t count_ = 0;
  double first_ = 0;
  double last_ = 0;
  double buckets_per_half_unit_ = 0;
  std::vector<std::uint16_t> edges_before_;  // edges in earlier buckets; one entry more than buckets
  bool has_crowded_buckets_ = false;         // those with more than few_edges
};

}  // namespace gaptv
