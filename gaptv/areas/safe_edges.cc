// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/safe_edges.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace gaptv {
namespace {

// Reads the decimal number count * 10^exponent as the double nearest to it, as people would write it.
double decimal(double count, int exponent) {
  const std::string text = std::to_string(static_cast<long long>(count)) + "e" + std::to_string(exponent);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// No more decimal digits than a double has.
constexpr int most_digits = 17;

}  // namespace

double simplest_between(double low, double high) {
  if (low < 0 && high > 0) return 0;
  const double middle = low + (high - low) / 2;
  const double largest = std::max(std::abs(low), std::abs(high));
  const int first = static_cast<int>(std::ceil(std::log10(largest))) + 1;
  for (int exponent = first; exponent > first - most_digits - 1; --exponent) {
    const double step = std::pow(10.0, exponent);
    const double count = std::round(middle / step);
    for (const double near : {count, count - 1, count + 1}) {
      const double value = decimal(near, exponent);
      if (value > low && value < high) return value;
    }
  }
  return middle > low && middle < high ? middle : high;
}

std::vector<double> move_off_coordinates(const std::vector<double>& edges, const std::vector<double>& sorted) {
  std::vector<double> moved;
  if (sorted.empty()) return edges;
  // Edges beyond all rows stay near their places, off the coordinates that they may have been cut at.
  constexpr double share_of_range = 1e-3;
  const double margin = std::max(share_of_range * (sorted.back() - sorted.front()), std::abs(sorted.back()) * 1e-9);
  for (const double edge : edges) {
    const auto above = std::lower_bound(sorted.begin(), sorted.end(), edge);
    double low = above != sorted.begin() ? *(above - 1) : edge - margin;
    const double high = above != sorted.end() ? *above : edge + margin;
    // Several edges between the same two coordinates keep their order.
    if (!moved.empty()) low = std::max(low, moved.back());
    moved.push_back(low < high ? simplest_between(low, high) : std::nextafter(low, high + 1));
  }
  return moved;
}

SafeBounds close_outside(double lowest, double highest) {
  double range = highest - lowest;
  if (!(range > 0)) range = std::max(1.0, std::abs(lowest));
  const int exponent = static_cast<int>(std::floor(std::log10(range / 50)));
  const double step = std::pow(10.0, exponent);
  double low = decimal(std::floor(lowest / step), exponent);
  double high = decimal(std::ceil(highest / step), exponent);
  if (!(low < lowest)) low = decimal(std::floor(lowest / step) - 1, exponent);
  if (!(high > highest)) high = decimal(std::ceil(highest / step) + 1, exponent);
  return {low, high};
}

}  // namespace gaptv
