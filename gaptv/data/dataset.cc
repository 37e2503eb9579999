// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/dataset.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/parallel.h"
#include "gaptv/base/processor_clones.h"
#include "gaptv/base/utf8.h"
#include "gaptv/data/csv/message.h"

namespace gaptv {

DataView Dataset::view() const {
  DataView view;
  view.feature_names = feature_names;
  view.outcome_name = outcome_name;
  view.features.assign(features.begin(), features.end());
  view.outcome = outcome;
  view.weight = weight;
  view.weight_kind = weight_kind;
  view.exposure = exposure;
  view.weight_name = weight_name;
  view.exposure_name = exposure_name;
  view.classes = classes;
  view.dropped_rows = dropped_rows;
  view.notes = notes;
  view.reading = reading;
  return view;
}

namespace {

std::string describe(const std::string& kind, const std::string& name) {
  return name.empty() ? kind : kind + " '" + name + "'";
}

constexpr std::size_t rows_per_task = std::size_t{1} << 17U;

// Adds zero times every value: the sum is zero only if all are finite. In parts, so that no addition waits for another.
GAPTV_PROCESSOR_CLONES bool are_finite(const double* values, std::size_t count) {
  constexpr std::size_t parts = 16;
  double sums[parts] = {};
  std::size_t i = 0;
  for (; i + parts <= count; i += parts) {
    for (std::size_t part = 0; part < parts; ++part) sums[part] += values[i + part] * 0;
  }
  for (; i < count; ++i) sums[0] += values[i] * 0;
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum == 0;
}

struct IsFinite {
  bool operator()(double x) const { return std::abs(x) <= std::numeric_limits<double>::max(); }
  static bool holds_for_all(const double* values, std::size_t count) { return are_finite(values, count); }
};

// Refuses the first row for which is_valid does not hold.
template <typename Predicate>
void check_column(const ColumnView& column, const std::string& what, std::size_t rows, std::size_t threads,
                  const std::string& problem, Predicate is_valid) {
  if (column.size != rows) {
    throw InvalidInput(what + " has " + std::to_string(column.size) + " rows where " + std::to_string(rows) +
                       " were expected; all columns must have the same length");
  }
  parallel_for((rows + rows_per_task - 1) / rows_per_task, threads, [&](std::size_t task) {
    const std::size_t begin = task * rows_per_task;
    const std::size_t end = std::min(rows, begin + rows_per_task);
    // Counted without branches first, several rows at a time; that one is refused at all is rare.
    std::uint64_t refused = 0;
    if constexpr (requires { Predicate::holds_for_all(column.data, end); }) {
      if (column.stride == 1 && Predicate::holds_for_all(column.data + begin, end - begin)) return;
    }
    if (column.stride == 1) {
      for (const double value : std::span(column.data + begin, end - begin)) refused += is_valid(value) ? 0U : 1U;
    } else {
      for (std::size_t i = begin; i < end; ++i) refused += is_valid(column[i]) ? 0U : 1U;
    }
    for (std::size_t i = begin; refused > 0 && i < end; ++i) {
      if (is_valid(column[i])) continue;
      throw InvalidInput(std::string(what).append(", ").append(mention_row(i)).append(": ").append(problem));
    }
  });
}

// Names go into the model file, which is UTF-8; that it could not be written would be known after all the work.
void check_texts(const DataView& data) {
  const auto check_text = [](const std::string& kind, const std::string& text) {
    if (is_utf8(text)) return;
    throw InvalidInput("the name of " + kind + ", " + csv::quote_for_message(text) +
                       ", is not UTF-8 text; convert it first");
  };
  for (const std::string& name : data.feature_names) check_text("a feature", name);
  check_text("the outcome", data.outcome_name);
  check_text("the weight", data.weight_name);
  check_text("the exposure", data.exposure_name);
  for (const std::string& name : data.classes) check_text("a class", name);
}

}  // namespace

double total_weight(const DataView& data) {
  if (data.weight.empty()) return static_cast<double>(data.rows());
  double sum = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) sum += data.weight[row];
  return sum;
}

void check(const DataView& data, std::size_t threads) {
  if (data.features.empty() || data.features.size() > 3) {
    throw InvalidInput("there are " + std::to_string(data.features.size()) +
                       " features; GapTV takes 1, 2 or 3: choose the most telling ones");
  }
  check_texts(data);
  const std::size_t rows = data.rows();
  if (rows == 0) throw InvalidInput("there are no rows; at least one is needed");
  const std::string not_finite = "the value is missing or infinite; remove such rows before fitting";
  const IsFinite is_finite;
  for (std::size_t j = 0; j < data.features.size(); ++j) {
    const std::string name = j < data.feature_names.size() ? data.feature_names[j] : "#" + std::to_string(j + 1);
    check_column(data.features[j], describe("feature", name), rows, threads, not_finite, is_finite);
  }
  check_column(data.outcome, describe("outcome", data.outcome_name), rows, threads, not_finite, is_finite);
  const auto is_positive = [](double x) { return x > 0 && x <= std::numeric_limits<double>::max(); };
  if (!data.weight.empty()) {
    check_column(data.weight, "weight", rows, threads,
                 "weights must be positive and finite; leave out rows that should not count", is_positive);
  }
  if (!data.exposure.empty()) {
    check_column(data.exposure, describe("exposure", data.exposure_name), rows, threads,
                 "exposures must be positive and finite; leave out rows without exposure", is_positive);
  }
}

}  // namespace gaptv
