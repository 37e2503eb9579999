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

// Counts different people up to a small number.
class FirstPeople {
 public:
  explicit FirstPeople(std::size_t most) : most_(most) {}
  bool is_full() const { return people_.size() >= most_; }
  void add(std::uint32_t who) {
    if (std::ranges::find(people_, who) == people_.end()) people_.push_back(who);
  }

 private:
  std::size_t most_;
  std::vector<std::uint32_t> people_;
};

// No more decimal digits than a double has.
constexpr int most_digits = 17;

}  // namespace

double simplest_between(double low, double high, double target, const std::vector<double>& taken) {
  const double largest = std::max(std::abs(low), std::abs(high));
  const int first = static_cast<int>(std::ceil(std::log10(largest))) + 1;
  for (int exponent = first; exponent > first - most_digits - 1; --exponent) {
    const double step = std::pow(10.0, exponent);
    const double count = std::round(target / step);
    // Numbers with a digit less are not between both, so that no more than twenty of these are.
    for (int i = 0; i <= 40; ++i) {
      const double away = std::ceil(i / 2.0) * (i % 2 == 0 ? 1.0 : -1.0);
      const double value = decimal(count + away, exponent);
      if (value > low && value < high && !std::ranges::binary_search(taken, value)) return value;
    }
  }
  return target;
}

std::vector<double> simplify_edges(const std::vector<double>& edges, const SortedCoordinates& rows, std::size_t people,
                                   const SafeBounds& ends) {
  const std::vector<double>& sorted = rows.values;
  if (sorted.empty()) return edges;
  // Edges beyond all rows stay near their places, off the coordinates that they may have been cut at.
  constexpr double share_of_range = 1e-3;
  const double margin = std::max(share_of_range * (sorted.back() - sorted.front()), std::abs(sorted.back()) * 1e-9);
  std::vector<double> moved;
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    const auto above = static_cast<std::size_t>(std::ranges::lower_bound(sorted, edges[edge]) - sorted.begin());
    FirstPeople below_it(people);
    std::size_t low_row = above;
    while (low_row > 0 && !below_it.is_full()) below_it.add(rows.who[--low_row]);
    FirstPeople above_it(people);
    std::size_t high_row = above;
    while (high_row < sorted.size() && !above_it.is_full()) above_it.add(rows.who[high_row++]);
    double low = below_it.is_full() ? sorted[low_row] : std::min(sorted.front(), edges[edge]) - margin;
    double high = above_it.is_full() ? sorted[high_row - 1] : std::max(sorted.back(), edges[edge]) + margin;
    // The middle of the gap where the edge is, as far as rows tell: there nobody changes sides.
    const double gap_low = above > 0 ? sorted[above - 1] : low;
    const double gap_high = above < sorted.size() ? sorted[above] : high;
    const double target = gap_low + (gap_high - gap_low) / 2;
    if (edge > 0) low = std::max(low, moved.back());
    if (edge + 1 < edges.size()) high = std::min(high, edges[edge + 1]);
    low = std::max(low, ends.low);
    high = std::min(high, ends.high);
    if (!(low < high)) {
      moved.push_back(edges[edge]);
      continue;
    }
    const double simple = simplest_between(low, high, std::clamp(target, low, high), sorted);
    moved.push_back(low < simple && simple < high ? simple : edges[edge]);
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

SafeBounds close_among_people(double lowest, double highest, const SortedCoordinates& rows, std::size_t people,
                              double end_of_earth) {
  // Among many people close together an end needs no more digits than a map does.
  constexpr double share_of_range = 0.01;
  double range = highest - lowest;
  if (!(range > 0)) range = std::max(1.0, std::abs(lowest));
  const double least = std::max(share_of_range * range, 1e-9 * std::max(std::abs(lowest), std::abs(highest)));
  const std::vector<double>& sorted = rows.values;
  FirstPeople below(people);
  std::size_t low_row = 0;
  while (low_row < sorted.size() && !below.is_full()) below.add(rows.who[low_row++]);
  FirstPeople above(people);
  std::size_t high_row = sorted.size();
  while (high_row > 0 && !above.is_full()) above.add(rows.who[--high_row]);
  const double low_width = std::max(least, low_row > 0 ? sorted[low_row - 1] - lowest : 0);
  const double high_width = std::max(least, high_row < sorted.size() ? highest - sorted[high_row] : 0);
  SafeBounds ends = {simplest_between(lowest - low_width, lowest, lowest - low_width / 2, {}),
                     simplest_between(highest, highest + high_width, highest + high_width / 2, {})};
  if (lowest > -end_of_earth) ends.low = std::max(ends.low, -end_of_earth);
  if (highest < end_of_earth) ends.high = std::min(ends.high, end_of_earth);
  return ends;
}

}  // namespace gaptv
