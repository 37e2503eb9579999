// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "gaptv/data/dataset.h"
#include "gaptv/grid/column_buckets.h"

namespace gaptv {

// Describes the rows of a sorted column whose values are from lowest to highest; no other row has such a value. At the
// ends are values of rows, unless only borders of the stretch are known.
struct ValueStretch {
  double lowest = 0;
  double highest = 0;
  double rows = 0;
  double weight = 0;  // the sum of theirs; rows again if there are no weights
  bool ends_are_values = true;

  bool is_one_value() const { return lowest == highest; }
};

// Cuts one column at the quantiles i / q of a set of numbers of bins q, so that every bin holds at least one row.
//
// A quantile is found by linear interpolation between order statistics (numpy's default): with N rows the fraction p
// stands at position (N - 1) p of the sorted column.
//   Where weights count copies, a weight of k is k equal rows.
//   With other weights rows stand end to end on a line, each as long as its weight (rows of equal value share theirs
//   equally). Around the end of a row, half the length of the shorter neighbour to either side, values are
//   interpolated; elsewhere the value is the row's. p runs from half a row after the start to half a row before the
//   end. Only ratios of weights count, and equal weights give the rule above.
//
// A cut separates the values below it from the others, so it lies in a gap between two neighbouring values of the
// column, its upper end included. In which gap, and where:
//   A quantile between two values is the cut, in the gap between them.
//   A quantile on a single row is the cut, in the gap below this row, which therefore is in the upper bin.
//   A quantile on a stretch of equal rows cuts at the nearer end of the stretch: this leaves the share of rows below it
//     that is nearest to the one asked for. In the exact middle of a stretch it is the end towards the median, and for
//     the median itself the lower end. The cut is in the middle of the gap.
//   An end of a stretch that is an end of the column separates nothing: there is no cut.
//   Several cuts of one q in a gap are one cut, in the middle of the gap.
// So the edges of a column without ties are numpy's as long as no two lie in one gap, and those of the negated column
// separate the same rows, but for quantiles exactly on a single row and for a median in the exact middle of a stretch:
// these rows, which lie on the edge, are in the upper bin of either column.
class Quantiles {
 public:
  Quantiles(ColumnBuckets& column, const ColumnView& weight, WeightKind kind, const std::vector<std::size_t>& bins);

  // Cuts a column of which only stretches of neighbouring values are known, and adds to "unclear" the numbers of those
  // that decide about a cut but hold more than one value. The cuts are right once there are none. Rows count as copies
  // by the weight of their stretch, or by their weights of the kind precision.
  Quantiles(const std::vector<ValueStretch>& column, WeightKind kind, const std::vector<std::size_t>& bins,
            std::set<std::size_t>& unclear);

  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  // Returns the edges of q bins, strictly increasing. There are fewer than q - 1 where values are repeated, and none
  // for a constant column. q must be one of the bins given above.
  std::vector<double> edges(std::size_t q) const;

  // A cut at one of the quantiles.
  struct Cut {
    std::size_t gap = 0;  // numbered from below; 0 if it separates nothing
    double place = 0;     // where it lies if no other cut of the grid is in the gap
    double middle = 0;    // of the gap
  };
  using Fraction = std::pair<std::size_t, std::size_t>;  // numerator and denominator in lowest terms

 private:
  void list_fractions(const std::vector<std::size_t>& bins);
  void cut_unweighted(ColumnBuckets& column);
  void cut_stretches(const std::vector<ValueStretch>& column, WeightKind kind, std::set<std::size_t>& unclear);

  std::map<Fraction, Cut> cuts_;
  double lowest_ = 0;
  double highest_ = 0;
};

}  // namespace gaptv
