// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/divided_stretches.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "gaptv/base/infinity.h"
#include "gaptv/base/parallel.h"

namespace gaptv {
namespace {

constexpr std::size_t most_borders = 65535;  // what BinLocator takes
constexpr std::size_t rows_for_borders = 4 * most_borders;
// Values that are remembered in one look into stretches, for all axes together.
constexpr double most_values = 3000000;
// Parts that crowded stretches are divided into in one look, all together.
constexpr double most_parts = 65536;

// Chooses borders between stretches of about equally many of some values. Values that recur, or if there is room all of
// them, have stretches of their own: the most frequent ones where there is no room for more.
std::vector<double> choose_borders(std::vector<double> values) {
  std::ranges::sort(values);
  std::vector<double> borders;
  const std::size_t step = (values.size() + most_borders - 1) / most_borders;
  for (std::size_t i = 0; i < values.size(); i += step) {
    if (borders.empty() || values[i] > borders.back()) borders.push_back(values[i]);
  }
  std::vector<double> ends;  // the numbers after frequent values
  std::size_t least_rows = step == 1 ? 1 : 2;
  do {
    ends.clear();
    for (std::size_t first = 0, end = 0; first < values.size(); first = end) {
      while (end < values.size() && values[end] == values[first]) ++end;
      const double after = std::nextafter(values[first], infinity);
      if (end - first >= least_rows && std::isfinite(after)) ends.push_back(after);
    }
    least_rows *= 2;
  } while (borders.size() + ends.size() > most_borders && !ends.empty());
  const auto middle = static_cast<std::ptrdiff_t>(borders.size());
  borders.insert(borders.end(), ends.begin(), ends.end());
  std::ranges::inplace_merge(borders, borders.begin() + middle);
  borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
  return borders;
}

std::vector<double> borders_of(const std::vector<ValueStretch>& stretches) {
  std::vector<double> borders;
  for (const ValueStretch& stretch : stretches) {
    const double after = std::nextafter(stretch.highest, infinity);
    borders.push_back(stretch.lowest);
    borders.push_back(after);
  }
  return borders;
}

}  // namespace

FirstRows read_first_rows(RowBatches& rows, std::size_t threads) {
  FirstRows first;
  const std::size_t axes = rows.columns().features.size();
  std::vector<std::vector<double>> values(axes);
  const std::unique_ptr<BatchReader> reader = rows.read();
  for (RowBatch batch; values[0].size() < rows_for_borders && reader->next(batch); batch = {}) {
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const std::size_t size =
          std::min(batch.rows(), rows_for_borders - std::min(rows_for_borders, values[axis].size()));
      for (std::size_t row = 0; row < size; ++row) {
        const double value = batch.columns[axis][row];
        if (std::isfinite(value)) values[axis].push_back(value);
      }
    }
    const ColumnView& outcome = batch.columns[axes];
    for (std::size_t row = 0; row < std::min(batch.rows(), rows_for_borders); ++row) {
      if (std::isfinite(outcome[row])) first.outcomes.push_back(outcome[row]);
    }
  }
  first.borders.resize(axes);
  parallel_for(axes, threads, [&](std::size_t axis) { first.borders[axis] = choose_borders(std::move(values[axis])); });
  return first;
}

StretchLocator::StretchLocator(const std::vector<ValueStretch>& stretches) : locator_(borders_of(stretches)) {}

std::vector<ValueStretch> group_values(Values values, std::size_t least_rows) {
  std::ranges::sort(values);
  std::vector<ValueStretch> groups;
  for (const auto& [value, weight] : values) {
    if (groups.empty() || (groups.back().highest != value && groups.back().rows >= static_cast<double>(least_rows))) {
      groups.push_back({value, value, 0, 0});
    }
    groups.back().highest = value;
    groups.back().rows += 1;
    groups.back().weight += weight;
  }
  return groups;
}

StretchCounter::StretchCounter(const std::vector<double>& borders)
    : locator_(borders), stretches_(borders.size() + 1, ValueStretch{infinity, -infinity, 0, 0}) {}

void StretchCounter::add(const StretchCounter& other) {
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    ValueStretch& stretch = stretches_[i];
    const ValueStretch& more = other.stretches_[i];
    stretch.lowest = std::min(stretch.lowest, more.lowest);
    stretch.highest = std::max(stretch.highest, more.highest);
    stretch.rows += more.rows;
    stretch.weight += more.weight;
  }
}

std::vector<ValueStretch> StretchCounter::take() const {
  std::vector<ValueStretch> occupied;
  for (const ValueStretch& stretch : stretches_) {
    if (stretch.rows > 0) occupied.push_back(stretch);
  }
  return occupied;
}

std::vector<double> divide_evenly(const ValueStretch& stretch, std::size_t parts) {
  std::vector<double> borders;
  for (std::size_t i = 1; i < parts; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(parts);
    const double border = stretch.lowest * (1 - share) + stretch.highest * share;
    if (border > (borders.empty() ? stretch.lowest : borders.back()) && border <= stretch.highest) {
      borders.push_back(border);
    }
  }
  // Neighbouring numbers have nothing between them.
  if (borders.empty()) borders.push_back(stretch.highest);
  return borders;
}

double count_rows(const std::vector<std::vector<ValueStretch>>& stretches) {
  double rows = 0;
  for (const std::vector<ValueStretch>& axis : stretches) {
    for (const ValueStretch& stretch : axis) rows += stretch.rows;
  }
  return rows;
}

bool is_too_crowded(double rows) {
  return rows > most_values;
}

std::vector<std::vector<std::size_t>> divide_crowded(const std::vector<std::vector<ValueStretch>>& stretches) {
  const double rows = count_rows(stretches);
  double count = 0;
  for (const std::vector<ValueStretch>& axis : stretches) count += static_cast<double>(axis.size());
  const double usual_share = most_values / std::max(1.0, count);
  std::vector<std::vector<std::size_t>> parts;
  for (const std::vector<ValueStretch>& axis : stretches) {
    std::vector<std::size_t>& of_axis = parts.emplace_back();
    for (const ValueStretch& stretch : axis) {
      const bool is_crowded = is_too_crowded(rows) && stretch.rows > usual_share;
      const double wanted = std::clamp(std::ceil(most_parts * stretch.rows / rows), 2.0, most_parts / 2);
      of_axis.push_back(is_crowded ? static_cast<std::size_t>(wanted) : 0);
    }
  }
  return parts;
}

}  // namespace gaptv
