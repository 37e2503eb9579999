// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/first_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "gaptv/base/hash.h"
#include "gaptv/base/infinity.h"
#include "gaptv/base/processor_clones.h"
#include "gaptv/data/row_hash.h"
#include "gaptv/model/fit_options.h"

namespace gaptv {
namespace {

// The square root of the largest number of rows that a fit takes, 2^32.
constexpr std::size_t most_recurring_outcomes = 65536;
constexpr std::size_t most_exposures = 10000;

constexpr std::size_t parts = 4;
constexpr std::size_t rows_at_once = 4096;

// Lowers the lowest and raises the highest value to those of some numbers, several at a time.
GAPTV_PROCESSOR_CLONES void find_range_of(const double* values, std::size_t count, double& lowest, double& highest) {
  constexpr std::size_t at_once = 16;
  std::array<double, at_once> low;
  std::array<double, at_once> high;
  low.fill(lowest);
  high.fill(highest);
  std::size_t i = 0;
  for (; i + at_once <= count; i += at_once) {
    for (std::size_t part = 0; part < at_once; ++part) {
      const double value = values[i + part];
      low[part] = value < low[part] ? value : low[part];
      high[part] = value > high[part] ? value : high[part];
    }
  }
  for (; i < count; ++i) {
    low[0] = values[i] < low[0] ? values[i] : low[0];
    high[0] = values[i] > high[0] ? values[i] : high[0];
  }
  for (std::size_t part = 0; part < at_once; ++part) {
    lowest = std::min(lowest, low[part]);
    highest = std::max(highest, high[part]);
  }
}

void find_range(const ColumnView& column, double& lowest, double& highest) {
  std::array<double, rows_at_once> buffer;
  for (std::size_t from = 0; from < column.size; from += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, column.size - from);
    find_range_of(column.values_of(from, count, buffer.data()), count, lowest, highest);
  }
}

// Of some rows: differences to the first keep all digits, and are added in parts side by side.
CellStats mean_of(const ColumnView& outcome) {
  const double first = outcome[0];
  std::array<double, parts> sums{};
  std::size_t row = 0;
  for (; row + parts <= outcome.size; row += parts) {
    for (std::size_t part = 0; part < parts; ++part) sums[part] += outcome[row + part] - first;
  }
  for (; row < outcome.size; ++row) sums[0] += outcome[row] - first;
  const auto count = static_cast<double>(outcome.size);
  return {count, first + (sums[0] + sums[1] + (sums[2] + sums[3])) / count, 0};
}

}  // namespace

void DistinctValues::add(const ColumnView& column) {
  double last = std::nan("");
  for (std::size_t row = 0; row < column.size && !has_more_than_limit(); ++row) {
    if (column[row] == last) continue;
    last = column[row];
    values_.insert(last);
  }
}

void DistinctValues::add(const DistinctValues& other) {
  for (const double value : other.values_) {
    if (has_more_than_limit()) return;
    values_.insert(value);
  }
}

BorderCounter::BorderCounter(std::shared_ptr<const Borders> borders)
    : borders_(std::move(borders)), rows_(borders_->values.size() + 1, 0), carried_(rows_.size(), 0) {}

void BorderCounter::clear() {
  carry();
  std::ranges::fill(carried_, 0U);
  weight_.clear();
}

// Counts of 32 bits, which stay in the cache, are emptied before they can overflow.
void BorderCounter::carry() {
  for (std::size_t i = 0; i < rows_.size(); ++i) carried_[i] += std::exchange(rows_[i], 0U);
  rows_since_carry_ = 0;
}

void BorderCounter::add(const ColumnView& column, const ColumnView& weight) {
  find_range(column, lowest_, highest_);
  if (!weight.empty()) weight_.resize(rows_.size(), 0.0);
  if (rows_since_carry_ + column.size > std::numeric_limits<std::uint32_t>::max()) carry();
  rows_since_carry_ += column.size;
  std::array<std::uint16_t, rows_at_once> places;
  for (std::size_t from = 0; from < column.size; from += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, column.size - from);
    borders_->locator.find_bins(column, from, std::span(places.data(), count));
    for (std::size_t i = 0; i < count; ++i) ++rows_[places[i]];
    for (std::size_t i = 0; !weight.empty() && i < count; ++i) weight_[places[i]] += weight[from + i];
  }
}

void BorderCounter::add(const BorderCounter& other) {
  lowest_ = std::min(lowest_, other.lowest_);
  highest_ = std::max(highest_, other.highest_);
  for (std::size_t i = 0; i < rows_.size(); ++i) carried_[i] += other.carried_[i] + other.rows_[i];
  if (!other.weight_.empty()) weight_.resize(rows_.size(), 0.0);
  for (std::size_t i = 0; i < other.weight_.size(); ++i) weight_[i] += other.weight_[i];
}

std::vector<ValueStretch> BorderCounter::take() const {
  const std::vector<double>& borders = borders_->values;
  std::vector<ValueStretch> occupied;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::uint64_t rows = carried_[i] + rows_[i];
    if (rows == 0) continue;
    const double from = i > 0 ? borders[i - 1] : lowest_;
    const double to = i < borders.size() ? std::nextafter(borders[i], -infinity) : highest_;
    const double weight = weight_.empty() ? 0.0 : weight_[i];
    const double lowest = std::max(from, lowest_);
    const double highest = std::min(to, highest_);
    occupied.push_back({lowest, highest, static_cast<double>(rows), weight, lowest == highest});
  }
  return occupied;
}

FirstLook::FirstLook(const AllBorders& borders, SharedCopyFilter* filter)
    : outcomes(most_recurring_outcomes), first_feature(borders.size() == 1 ? largest_candidate : 0), filter_(filter) {
  for (const auto& of_axis : borders) axes.emplace_back(of_axis);
}

bool FirstLook::has_many_outcomes(const ColumnView& outcomes) {
  DistinctValues distinct(most_recurring_outcomes);
  distinct.add(outcomes);
  return distinct.has_more_than_limit();
}

void FirstLook::add(const DataView& data, const ColumnView& outcome_as_given, std::size_t first_row) {
  rows += data.rows();
  dropped += data.dropped_rows;
  if (data.rows() == 0) return;
  outcome.add(outcome_as_given);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) axes[axis].add(data.features[axis], data.weight);
  find_range(data.outcome, lowest_outcome, highest_outcome);
  for (std::size_t row = 0; row < data.exposure.size; ++row) {
    largest_exposure = std::max(largest_exposure, data.exposure[row]);
  }
  if (data.weight.empty() && data.exposure.empty()) {
    all.add(mean_of(data.outcome));
  } else {
    for (std::size_t row = 0; row < data.rows(); ++row) all.add(data.outcome[row], data.size_of(row));
  }
  if (!data.weight.empty()) {
    weights.add(data.weight, first_row);
    for (std::size_t row = 0; row < data.rows(); ++row) all_unweighted.add(data.outcome[row], data.exposure_of(row));
  }
  outcomes.add(data.outcome);
  first_feature.add(data.features.front());
  hash(data);
  sample_exposures(data, first_row);
}

void FirstLook::hash(const DataView& data) {
  std::vector<std::uint64_t>& hashes = hashes_;
  hashes.assign(data.rows(), 0);
  RowHasher(hashed_columns(data), {}, 0).hash_contents(0, hashes);
  // Counts of copies that are not whole, or too many, are refused later or taken for something else.
  constexpr double most_copies = 0x1p53;
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    hash_without_weights += hashes[row];
    if (data.weight.empty()) continue;
    hash_with_copies += hashes[row] * static_cast<std::uint64_t>(std::min(data.weight[row], most_copies));
    hash_with_precision += hash_combine(hashes[row], data.weight[row]);
  }
  if (filter_ == nullptr || outcomes.has_more_than_limit()) return;
  for (const std::uint64_t content : hashes) filter_->add(mix64(content));
}

void FirstLook::sample_exposures(const DataView& data, std::size_t first_row) {
  for (std::size_t row = 0; row < data.exposure.size; ++row) {
    exposures.emplace_back(mix64(first_row + row), data.exposure[row]);
    if (exposures.size() >= 2 * most_exposures) keep_few_exposures();
  }
}

// Those with the smallest hashes: no pattern in the order of rows can make them unlike the rest.
void FirstLook::keep_few_exposures() {
  if (exposures.size() <= most_exposures) return;
  const auto end = exposures.begin() + static_cast<std::ptrdiff_t>(most_exposures);
  std::ranges::nth_element(exposures, end);
  exposures.erase(end, exposures.end());
}

void FirstLook::add(const FirstLook& other) {
  rows += other.rows;
  dropped += other.dropped;
  outcome.add(other.outcome);
  lowest_outcome = std::min(lowest_outcome, other.lowest_outcome);
  highest_outcome = std::max(highest_outcome, other.highest_outcome);
  largest_exposure = std::max(largest_exposure, other.largest_exposure);
  all.add(other.all);
  all_unweighted.add(other.all_unweighted);
  weights.add(other.weights);
  outcomes.add(other.outcomes);
  first_feature.add(other.first_feature);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) axes[axis].add(other.axes[axis]);
  hash_without_weights += other.hash_without_weights;
  hash_with_copies += other.hash_with_copies;
  hash_with_precision += other.hash_with_precision;
  exposures.insert(exposures.end(), other.exposures.begin(), other.exposures.end());
  keep_few_exposures();
}

}  // namespace gaptv
