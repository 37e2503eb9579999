// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/grid/column_buckets.h"

namespace gaptv {

// The quantiles of one column at all fractions i / q of a set of bin counts q.
class Quantiles {
 public:
  // Fractions i / q, 0 < i < q, for every q in bins. Linear interpolation between order statistics (numpy's default):
  // with N rows the fraction p stands at position (N - 1) p of the sorted column. A weight of k is k equal rows; with
  // fractional weights the value at position t is the first whose cumulated weight exceeds t.
  Quantiles(ColumnBuckets& column, const ColumnView& weight, const std::vector<std::size_t>& bins);

  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  // The edges of q bins, strictly increasing: repeated edges collapse, and an edge at the smallest value is left out,
  // since no row lies below it. (So a constant column has no edge: one bin.) q must be one of the bins given above.
  std::vector<double> edges(std::size_t q) const;

 private:
  using Fraction = std::pair<std::size_t, std::size_t>;  // in lowest terms

  std::map<Fraction, double> value_;
  double lowest_ = 0;
  double highest_ = 0;
};

}  // namespace gaptv
