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

// Holds the quantiles of one column at all fractions i / q of a set of bin counts q.
class Quantiles {
 public:
  // Computes the fractions i / q, 0 < i < q, for every q in bins, by linear interpolation between order statistics
  // (numpy's default): with N rows the fraction p stands at position (N - 1) p of the sorted column.
  //   Where weights count copies, a weight of k is k equal rows.
  //   With other weights rows stand end to end on a line, each as long as its weight (rows of equal value share theirs
  //   equally). Around the end of a row, half the length of the shorter neighbour to either side, values are
  //   interpolated; elsewhere the value is the row's. p runs from half a row after the start to half a row before the
  //   end. Only ratios of weights count, equal weights give the rule above, a heavy row gets no empty bins beside it,
  //   and the negated column gives the negated quantiles.
  Quantiles(ColumnBuckets& column, const ColumnView& weight, WeightKind kind, const std::vector<std::size_t>& bins);

  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  // Returns the edges of q bins, strictly increasing: repeated edges collapse, and an edge at the smallest value is
  // left out, since no row lies below it. (So a constant column has no edge: one bin.) q must be one of the bins given
  // above.
  std::vector<double> edges(std::size_t q) const;

 private:
  using Fraction = std::pair<std::size_t, std::size_t>;  // numerator and denominator in lowest terms

  std::map<Fraction, double> value_;
  double lowest_ = 0;
  double highest_ = 0;
};

}  // namespace gaptv
