// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/axis_scale.h"

#include <algorithm>
#include <cmath>

#include "gaptv/base/infinity.h"
#include "gaptv/figures/tick_labels.h"

namespace gaptv::figures {
namespace {

// Relative to its values, a smaller span would need tick labels with more digits than can be read.
constexpr double smallest_relative_span = 1e-12;
// Below this, powers of ten for steps would leave the range of double.
constexpr double smallest_span = 1e-290;
// Ticks at the very end of an axis count as within it in spite of rounding.
constexpr double end_slack = 1e-9;

AxisScale padded(const AxisScale& axis, double share) {
  if (axis.is_log) {
    const double factor = std::pow(axis.high / axis.low, share);
    return {axis.low / factor, axis.high * factor, true};
  }
  const double air = share * (axis.high - axis.low);
  return {axis.low - air, axis.high + air, false};
}

// The multiples of the first of the steps that has so many of them on the axis.
std::vector<double> multiples_of(const std::vector<double>& steps, const AxisScale& axis, std::size_t fewest,
                                 std::size_t most) {
  std::vector<double> values;
  for (const double step : steps) {
    const double first = std::ceil(axis.low / step - end_slack);
    const double last = std::floor(axis.high / step + end_slack);
    const double count = last - first + 1;
    if (count > static_cast<double>(most) || count < static_cast<double>(fewest)) continue;
    // Counted from 0: where values are large and their span is small, first + 1 can be first again.
    for (double i = 0; i < count; ++i) values.push_back((first + i) * step);
    break;
  }
  return values;
}

// The multiples of 1, 2 or 5 times a power of ten, so many at most. A single one would not show the scale: then those
// of other short numbers.
std::vector<double> round_numbers(const AxisScale& axis, std::size_t most) {
  const double smallest_step = (axis.high - axis.low) / static_cast<double>(most);
  const double power = std::pow(10.0, std::floor(std::log10(smallest_step)));
  const auto steps = [power](std::vector<double> factors) {
    for (double& factor : factors) factor *= power;
    return factors;
  };
  std::vector<double> values = multiples_of(steps({1, 2, 5, 10, 20}), axis, 0, most);
  if (values.size() > 1) return values;
  // With the factors above no gap between two is wider than 1.5, so that one of them has two multiples or three.
  std::vector<double> others = multiples_of(steps({4, 3, 6, 15, 2.5, 1.5, 7.5}), axis, 2, most);
  return others.empty() ? values : others;
}

// These multiples of every stride-th power of ten.
std::vector<double> in_decades(const AxisScale& axis, const std::vector<double>& multiples, int stride) {
  std::vector<double> values;
  const auto last = static_cast<int>(std::floor(std::log10(axis.high)));
  auto decade = static_cast<int>(std::floor(std::log10(axis.low)));
  while (decade % stride != 0) --decade;
  for (; decade <= last; decade += stride) {
    for (const double multiple : multiples) {
      const double value = multiple * std::pow(10.0, decade);
      const double share = axis.share(value);
      if (share >= -end_slack && share <= 1 + end_slack) values.push_back(value);
    }
  }
  return values;
}

std::vector<double> log_numbers(const AxisScale& axis, std::size_t most) {
  constexpr std::size_t fewest = 3;
  std::vector<double> values = in_decades(axis, {1, 2, 5}, 1);
  if (values.size() < fewest) return round_numbers(axis, most);
  if (values.size() > most && in_decades(axis, {1}, 1).size() < 2) return in_decades(axis, {1, 3}, 1);
  for (const int stride : {1, 2, 3, 5, 10, 20, 50, 100, 200}) {
    if (values.size() <= most) break;
    values = in_decades(axis, {1}, stride);
  }
  return values;
}

std::vector<Tick> labelled(const std::vector<double>& values) {
  const std::vector<std::string> labels = tick_labels(values);
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < values.size(); ++i) ticks.push_back({values[i], labels[i]});
  return ticks;
}

}  // namespace

double AxisScale::share(double value) const {
  if (!is_log) return (value - low) / (high - low);
  // Differences of logarithms: a ratio could overflow.
  return value > 0 ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low)) : -infinity;
}

ValueSpan::ValueSpan() : low(infinity), high(-infinity) {}

void ValueSpan::include(double value) {
  if (std::isnan(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

AxisScale make_axis(const ValueSpan& span, bool is_log) {
  const AxisScale axis = {span.low, span.high, is_log};
  const double size = std::max(std::abs(span.low), std::abs(span.high));
  if (span.high - span.low > std::max(smallest_span, smallest_relative_span * size)) return axis;
  if (is_log) return {span.low / 2, span.high * 2, true};
  const double air = size > smallest_span ? size / 2 : 1;
  return {span.low - air, span.high + air, false};
}

AxisScale make_padded_axis(const ValueSpan& span, bool is_log) {
  constexpr double air_share = 0.05;
  return padded(make_axis(span, is_log), air_share);
}

std::vector<Tick> choose_ticks(const AxisScale& axis, std::size_t most) {
  return labelled(axis.is_log ? log_numbers(axis, most) : round_numbers(axis, most));
}

std::vector<Tick> place_ticks(const AxisScale& axis, std::vector<double> values) {
  std::erase_if(values, [&](double value) { return axis.share(value) < 0 || axis.share(value) > 1; });
  std::ranges::sort(values);
  return labelled(values);
}

}  // namespace gaptv::figures
