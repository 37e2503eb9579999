// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/scan/divided_stretches.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "gaptv/base/infinity.h"

namespace gaptv {
namespace {

constexpr std::size_t most_borders = 32768;
constexpr std::size_t rows_for_borders = 131072;
// Values that are remembered in one look into stretches, for all axes together.
constexpr double most_values = 3000000;
// Parts that crowded stretches are divided into in one look, all together.
constexpr double most_parts = 65536;

// Borders between stretches of about equally many of some values.
std::vector<double> choose_borders(std::vector<double> values) {
  std::ranges::sort(values);
  std::vector<double> borders;
  const std::size_t step = std::max<std::size_t>(1, values.size() / most_borders);
  for (std::size_t i = step; i < values.size(); i += step) {
    if (values[i] > values[i - 1] && (borders.empty() || values[i] > borders.back())) borders.push_back(values[i]);
  }
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

std::vector<std::vector<double>> choose_borders(RowBatches& rows) {
  const std::size_t axes = rows.columns().features.size();
  std::vector<std::vector<double>> values(axes);
  const std::unique_ptr<BatchReader> reader = rows.read();
  for (RowBatch batch; values[0].size() < rows_for_borders && reader->next(batch); batch = {}) {
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const std::size_t size = std::min(batch.rows(), rows_for_borders);
      for (std::size_t row = 0; row < size; ++row) {
        const double value = batch.columns[axis][row];
        if (std::isfinite(value)) values[axis].push_back(value);
      }
    }
  }
  std::vector<std::vector<double>> borders;
  borders.reserve(axes);
  for (std::vector<double>& of_axis : values) borders.push_back(choose_borders(std::move(of_axis)));
  return borders;
}

StretchLocator::StretchLocator(const std::vector<ValueStretch>& stretches) : locator_(borders_of(stretches)) {}

std::vector<ValueStretch> group_equal_values(Values values) {
  std::ranges::sort(values);
  std::vector<ValueStretch> groups;
  for (const auto& [value, weight] : values) {
    if (groups.empty() || groups.back().lowest != value) groups.push_back({value, value, 0, 0});
    groups.back().rows += 1;
    groups.back().weight += weight;
  }
  return groups;
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

std::vector<std::vector<std::size_t>> divide_crowded(const std::vector<std::vector<ValueStretch>>& stretches) {
  double rows = 0;
  double count = 0;
  for (const std::vector<ValueStretch>& axis : stretches) {
    for (const ValueStretch& stretch : axis) rows += stretch.rows;
    count += static_cast<double>(axis.size());
  }
  const double usual_share = most_values / std::max(1.0, count);
  std::vector<std::vector<std::size_t>> parts;
  for (const std::vector<ValueStretch>& axis : stretches) {
    std::vector<std::size_t>& of_axis = parts.emplace_back();
    for (const ValueStretch& stretch : axis) {
      const bool is_crowded = rows > most_values && stretch.rows > usual_share;
      const double wanted = std::clamp(std::ceil(most_parts * stretch.rows / rows), 2.0, most_parts / 2);
      of_axis.push_back(is_crowded ? static_cast<std::size_t>(wanted) : 0);
    }
  }
  return parts;
}

}  // namespace gaptv
