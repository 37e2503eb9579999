// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gaptv/base/export.h"
#include "gaptv/data/dataset.h"

namespace gaptv {

// Returns "auto", "copies" or "precision".
GAPTV_API std::string_view name_of(WeightKind kind);

// Says what weights are like, as far as their meaning depends on it.
struct WeightFacts {
  std::size_t rows = 0;
  double sum = 0;
  double first = 0;
  double largest = 0;
  bool are_equal = true;
  std::optional<std::pair<std::size_t, double>> not_a_count;  // the first row whose weight counts no copies, with it

  // first_row is the number of the first of these rows among all.
  void add(const ColumnView& weight, std::size_t first_row = 0);
  // Adds what is known of other rows, wherever they are.
  void add(const WeightFacts& other);
};

// Decides what weights mean. asked_for is what the user says, and where that is automatic the data may say it (given).
// Throws InvalidInput, with the row, if weights that are to count copies are not whole.
WeightKind decide_weight_kind(const WeightFacts& facts, WeightKind asked_for, WeightKind given);
// Tells whether weights of that kind are the same as none.
bool are_like_none(const WeightFacts& facts, WeightKind kind);
// Returns what the user should know about weights that are worth so many observations.
std::vector<std::string> describe_weights(const WeightFacts& facts, WeightKind kind, bool is_decided_by_user,
                                          double observations);

// Scales weights of precision to Kish's effective number of observations. Their shares of the largest are rounded to 32
// bits first. All weights must be added before any is scaled.
class PrecisionScale {
 public:
  explicit PrecisionScale(double largest) : largest_(largest) {}

  void add(double weight);
  void add(const PrecisionScale& other);
  // Adds the shares of other weights, and their squares, that were added up elsewhere.
  void add_sums(double shares, double squares) {
    sum_ += shares;
    sum_of_squares_ += squares;
  }
  double observations() const { return sum_ * unit(); }
  // A weight that would vanish stays positive.
  double scaled(double weight) const;
  // Returns a weight as its share of the largest, rounded, and what such shares are multiplied by.
  double share(double weight) const;
  double unit() const { return sum_ / sum_of_squares_; }

 private:
  double largest_;
  double sum_ = 0;
  double sum_of_squares_ = 0;
};

// Holds rows as a fit counts them: it is decided what their weights mean, and a weight of 1 is one observation.
//   copies:    up to 200,000 observations the rows are repeated, so that a weight is the row repeated to the last bit,
//              ties included; beyond that the weights stay, and results agree up to rounding.
//   precision: weights are scaled to Kish's effective number of observations, (sum w)^2 / sum w^2. So their unit does
//              not matter, and equal weights are no weights. Their ratios to the largest are rounded to 32 bits first
//              (2e-10), so that the rounding of a change of units cannot decide between equally good lambdas or splits.
class Observations {
 public:
  // The weights of data must be positive and finite. kind is what the user says they are; automatic lets the data say
  // it. has_trials says that the weights are numbers of trials, so that nobody need be told that they count. Throws
  // InvalidInput, with the row, if weights that are to count copies are not whole. O(rows).
  Observations(const DataView& data, WeightKind kind, bool has_trials = false);
  Observations(const Observations&) = delete;
  Observations& operator=(const Observations&) = delete;

  // Returns the rows to work on; weights that are left are of the kind view().weight_kind, never automatic.
  const DataView& view() const { return view_; }
  // Says what the weights of the given rows mean; automatic if there are none.
  WeightKind kind() const { return kind_; }
  // Returns the number of observations: rows, copies, or Kish's number.
  double count() const { return count_; }
  // Returns what the user should know about the weights.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void repeat_rows();
  void scale_weights(double largest);

  DataView view_;
  Dataset changed_;  // the columns of view_ that are not the caller's
  WeightKind kind_ = WeightKind::automatic;
  double count_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace gaptv
