// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gaptv/base/export.h"

namespace gaptv {

// Looks at a column of numbers that somebody else owns: element i is data[i * stride], so that a row-major matrix needs
// no copy.
struct ColumnView {
  const double* data = nullptr;
  std::size_t size = 0;
  std::size_t stride = 1;

  ColumnView() = default;
  ColumnView(const double* values, std::size_t count, std::size_t step) : data(values), size(count), stride(step) {}
  ColumnView(std::span<const double> values) : data(values.data()), size(values.size()) {}     // NOLINT: implicit
  ColumnView(const std::vector<double>& values) : data(values.data()), size(values.size()) {}  // NOLINT: implicit

  double operator[](std::size_t i) const { return data[i * stride]; }
  bool empty() const { return size == 0; }
  // Returns so many values from one on as they lie in memory one after the other; if they do not, they are copied to
  // the buffer.
  const double* values_of(std::size_t from, std::size_t count, double* buffer) const {
    if (stride == 1) return data + from;
    for (std::size_t i = 0; i < count; ++i) buffer[i] = (*this)[from + i];
    return buffer;
  }
};

// Says what a weight means. If weights count copies they are whole numbers, and a weight of 3 is exactly the same as
// the row three times. Weights of precision say how much a row tells (survey, importance or reliability weights); only
// their ratios count. Automatic means copies if all weights are whole numbers, precision otherwise.
enum class WeightKind { automatic, copies, precision };

// Says how a file was to be read, in the texts of the options that were given; what is empty was left to the reader.
struct GivenReading {
  std::string delimiter = {};
  std::string decimal = {};
  std::vector<std::string> na = {};  // the texts that mean a missing value
  std::string encoding = {};
};

// Looks at rows without owning them. This is what a fit reads.
struct DataView {
  std::vector<std::string> feature_names = {};
  std::string outcome_name = {};
  std::vector<ColumnView> features = {};  // 1 to 3 columns of equal size
  ColumnView outcome = {};
  ColumnView weight = {};  // empty: every row counts once
  std::string weight_name = {};
  WeightKind weight_kind = WeightKind::automatic;
  ColumnView exposure = {};  // what counts were counted over; empty: 1 each
  std::string exposure_name = {};
  std::vector<std::string> classes = {};  // of labels: what the outcomes 0, 1, ... stand for
  std::size_t dropped_rows = 0;
  std::vector<std::string> notes = {};  // what was assumed when the rows were read
  GivenReading reading = {};

  std::size_t rows() const { return features.empty() ? outcome.size : features.front().size; }
  double weight_of(std::size_t row) const { return weight.empty() ? 1.0 : weight[row]; }
  double exposure_of(std::size_t row) const { return exposure.empty() ? 1.0 : exposure[row]; }
  // Returns what the row counts in sums and means: its copies, times its exposure.
  double size_of(std::size_t row) const { return weight_of(row) * exposure_of(row); }
};

// Holds rows in memory: named feature columns, an outcome and optionally a weight (WeightKind says what it means). All
// columns have the same length; all numbers are finite; weights and exposures are positive.
struct GAPTV_API Dataset {
  std::vector<std::string> feature_names = {};
  std::string outcome_name = {};  // empty when the outcome was not read
  std::vector<std::vector<double>> features = {};
  std::vector<double> outcome = {};
  std::vector<double> weight = {};  // empty: every row counts once
  std::string weight_name = {};
  WeightKind weight_kind = WeightKind::automatic;
  std::vector<double> exposure = {};  // what counts were counted over; empty: 1 each
  std::string exposure_name = {};
  std::vector<std::string> classes = {};  // of labels: what the outcomes 0, 1, ... stand for
  std::size_t dropped_rows = 0;  // how many were left out because a value was missing (only with MissingRule::drop)
  std::vector<std::string> notes = {};  // what was assumed when the rows were read, for people
  GivenReading reading = {};            // what was said beforehand

  std::size_t rows() const { return features.empty() ? outcome.size() : features.front().size(); }
  DataView view() const;
};

// Returns the number of observations, counting copies: the sum of the weights, or the number of rows.
GAPTV_API double total_weight(const DataView& data);

// Throws InvalidInput unless the view is what a fit can use: 1 to 3 features, an outcome, equal lengths, at least one
// row, finite numbers, positive weights and exposures, names in UTF-8. The message names the column and the row
// (mention_row()).
GAPTV_API void check(const DataView& data, std::size_t threads = 1);

}  // namespace gaptv
