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

// The outcomes of one cell: increasing, each value once with the weight of all its copies. Sums over a range of them
// take constant time, however many they are.
struct Sample {
  std::span<const double> outcome;
  std::span<const double> weight;
  // One entry more than outcomes: entry i is the sum over the first i of them, of the weights, and of the moments
  // weight * (outcome - base) in two parts. The second part holds what rounding took from the first, so that the
  // difference of two sums is exact to the last digits of the difference, however large an outlier both contain.
  std::span<const double> weight_up_to;
  std::span<const double> moment_up_to;
  std::span<const double> moment_rest_up_to;
  double base = 0;

  bool is_empty() const { return outcome.empty(); }
  double total_weight() const { return weight_up_to.back(); }
  // How many outcomes are below t; how many are not above it. O(log outcomes).
  std::size_t count_below(double t) const {
    return static_cast<std::size_t>(std::lower_bound(outcome.begin(), outcome.end(), t) - outcome.begin());
  }
  std::size_t count_up_to(double t) const {
    return static_cast<std::size_t>(std::upper_bound(outcome.begin(), outcome.end(), t) - outcome.begin());
  }
  // Sums over the outcomes first .. last - 1: of the weights, and of weight * (outcome - t).
  double weight_of(std::size_t first, std::size_t last) const { return weight_up_to[last] - weight_up_to[first]; }
  double moment_about(double t, std::size_t first, std::size_t last) const {
    const double moment =
        (moment_up_to[last] - moment_up_to[first]) + (moment_rest_up_to[last] - moment_rest_up_to[first]);
    return moment - weight_of(first, last) * (t - base);
  }
};

// The outcomes of every cell of a grid (or node of a graph), one list after the other: what losses need for which
// weight, mean and scatter are not enough. Whatever is computed from this table costs cells and the logarithm of the
// outcomes in them, never rows.
class GAPTV_API CellSamples {
 public:
  struct Entry {
    std::size_t cell;
    double outcome;
    double weight;  // > 0
  };

  CellSamples() = default;
  // Entries in any order. base: any number near most outcomes; it decides how sums are rounded and nothing else.
  // O(entries log entries).
  CellSamples(std::size_t cells, std::span<const Entry> entries, double base);

  std::size_t cells() const { return first_.empty() ? 0 : first_.size() - 1; }
  double base() const { return base_; }
  Sample operator[](std::size_t cell) const;
  // All cells, one after the other.
  std::vector<Entry> entries() const;
  double total_weight() const;

 private:
  void add_up();

  double base_ = 0;
  std::vector<std::size_t> first_;  // of each cell, and one more
  std::vector<double> outcome_;
  std::vector<double> weight_;
  // Of cell c from first_[c] + c on, as there is one more than outcomes in each cell.
  std::vector<double> weight_up_to_;
  std::vector<double> moment_up_to_;
  std::vector<double> moment_rest_up_to_;
};

// For merge(): no table is left out.
inline constexpr std::size_t none_left_out = static_cast<std::size_t>(-1);

// The outcomes of all tables (of all but one) together; they must have the same cells.
CellSamples merge(const std::vector<CellSamples>& tables, std::size_t left_out = none_left_out);

// All outcomes as if there were one cell.
CellSamples pooled(const CellSamples& samples);

}  // namespace gaptv
