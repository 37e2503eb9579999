// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gaptv/base/export.h"

namespace gaptv {

// Holds the outcomes of one cell: increasing, each value once with the weight of all its copies. Sums over a range of
// them take constant time, however many they are.
struct Sample {
  std::span<const double> outcome;
  std::span<const double> weight;
  // These have one entry more than there are outcomes: entry i sums the weights of the first i outcomes, and their
  // moments weight * (outcome - base) in two parts. The second part holds what rounding took from the first, so that
  // the difference of two sums is exact to the last digits of the difference, however large an outlier both contain.
  std::span<const double> weight_up_to;
  std::span<const double> moment_up_to;
  std::span<const double> moment_rest_up_to;
  double base = 0;

  bool is_empty() const { return outcome.empty(); }
  double total_weight() const { return weight_up_to.back(); }
  // Count the outcomes that are below t, and those that are not above it. O(log outcomes).
  std::size_t count_below(double t) const {
    return static_cast<std::size_t>(std::lower_bound(outcome.begin(), outcome.end(), t) - outcome.begin());
  }
  std::size_t count_up_to(double t) const {
    return static_cast<std::size_t>(std::upper_bound(outcome.begin(), outcome.end(), t) - outcome.begin());
  }
  // Sum the weights, and weight * (outcome - t), over the outcomes first .. last - 1.
  double weight_of(std::size_t first, std::size_t last) const { return weight_up_to[last] - weight_up_to[first]; }
  double moment_about(double t, std::size_t first, std::size_t last) const {
    const double moment =
        (moment_up_to[last] - moment_up_to[first]) + (moment_rest_up_to[last] - moment_rest_up_to[first]);
    return moment - weight_of(first, last) * (t - base);
  }
};

// Holds the outcomes of every cell of a grid (or node of a graph), one list after the other. Losses for which weight,
// mean and scatter are not enough need them. Whatever is computed from this table costs cells and the logarithm of the
// outcomes in them, never rows.
class GAPTV_API CellSamples {
 public:
  struct Entry {
    std::size_t cell;
    double outcome;
    double weight;  // > 0
  };

  CellSamples() = default;
  // The entries may have any order. base is any number near most outcomes; it decides how sums are rounded and nothing
  // else. O(entries log entries).
  CellSamples(std::size_t cells, std::span<const Entry> entries, double base);

  std::size_t cells() const { return first_.empty() ? 0 : first_.size() - 1; }
  double base() const { return base_; }
  Sample operator[](std::size_t cell) const;
  // Returns the entries of all cells, one cell after the other.
  std::vector<Entry> entries() const;
  double total_weight() const;

 private:
  void add_up();

  double base_ = 0;
  std::vector<std::size_t> first_;  // where each cell begins, and where the last one ends
  std::vector<double> outcome_;
  std::vector<double> weight_;
  // The sums of cell c begin at first_[c] + c, as each cell has one more of them than outcomes.
  std::vector<double> weight_up_to_;
  std::vector<double> moment_up_to_;
  std::vector<double> moment_rest_up_to_;
};

// Tells merge() that no table is left out.
inline constexpr std::size_t none_left_out = static_cast<std::size_t>(-1);

// Puts the outcomes of all tables (or of all but one) together; the tables must have the same cells.
CellSamples merge(const std::vector<CellSamples>& tables, std::size_t left_out = none_left_out);

// Puts all outcomes together as if there were one cell.
CellSamples pool_samples(const CellSamples& samples);

}  // namespace gaptv
