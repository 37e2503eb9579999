// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/bin_locator.h"

#include <cmath>
#include <utility>

#include "gaptv/base/infinity.h"

namespace gaptv {

BinLocator::BinLocator(std::vector<double> edges) : edges_(std::move(edges)), count_(edges_.size()) {
  first_ = edges_.empty() ? infinity : edges_.front();
  last_ = edges_.empty() ? first_ : edges_.back();
  std::size_t buckets = 256;
  while (buckets < 16 * edges_.size() && buckets < 16384) buckets *= 2;
  // Of very many edges most buckets would have some.
  while (buckets < 4 * edges_.size()) buckets *= 2;
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
  edges_.insert(edges_.end(), few_edges, infinity);
}

}  // namespace gaptv
