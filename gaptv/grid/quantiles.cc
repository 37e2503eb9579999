// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gaptv/grid/order_statistics.h"

namespace gaptv {
namespace {

// Where a fraction of the sorted rows stands: between two ranks, share of the way from the first to the second.
struct Position {
  std::size_t rank;
  double share;
};

// numpy's interpolation: exact at both ends and monotone in the share.
double interpolate(double a, double b, double share) {
  if (share == 0 || a == b) return a;
  const double width = b - a;
  if (!std::isfinite(width)) return a * (1 - share) + b * share;
  return share < 0.5 ? a + width * share : b - width * (1 - share);
}

// Position (N - 1) * numerator / denominator in whole numbers, so that i/q and 2i/2q are the same place.
Position position_of(std::size_t rows, std::size_t numerator, std::size_t denominator) {
  // Split N - 1 to keep the product within 64 bits.
  const std::size_t whole = (rows - 1) / denominator;
  const std::size_t rest = (rows - 1) % denominator * numerator;
  return {whole * numerator + rest / denominator,
          static_cast<double>(rest % denominator) / static_cast<double>(denominator)};
}

// The distinct values of a column, increasing, with their rows and weight.
struct ValueGroup {
  double value;
  double rows;
  double weight;
};

std::vector<ValueGroup> group_values(const ColumnView& column, const ColumnView& weight) {
  std::vector<std::pair<double, double>> pairs(column.size);
  for (std::size_t i = 0; i < column.size; ++i) pairs[i] = {column[i], weight[i]};
  std::sort(pairs.begin(), pairs.end());
  std::vector<ValueGroup> groups;
  for (const auto& [value, its_weight] : pairs) {
    if (groups.empty() || groups.back().value != value) groups.push_back({value, 0, 0});
    groups.back().rows += 1;
    groups.back().weight += its_weight;
  }
  return groups;
}

// The quantiles of the column with repeated rows; weights are whole and add up to at most 2^53.
class RanksOfCopies {
 public:
  explicit RanksOfCopies(const std::vector<ValueGroup>& groups) {
    std::size_t copies = 0;
    for (const ValueGroup& group : groups) {
      copies += static_cast<std::size_t>(group.weight);
      value_.push_back(group.value);
      copies_up_to_.push_back(copies);
    }
  }
  double quantile(std::size_t numerator, std::size_t denominator) const {
    const Position position = position_of(copies_up_to_.back(), numerator, denominator);
    return interpolate(at(position.rank), at(position.rank + 1), position.share);
  }

 private:
  double at(std::size_t rank) const {
    const auto after = std::upper_bound(copies_up_to_.begin(), copies_up_to_.end(), rank);
    return value_[std::min(static_cast<std::size_t>(after - copies_up_to_.begin()), value_.size() - 1)];
  }

  std::vector<double> value_;
  std::vector<std::size_t> copies_up_to_;
};

// The quantiles of a column whose rows tell more or less.
class RanksByWeight {
 public:
  explicit RanksByWeight(const std::vector<ValueGroup>& groups) {
    const auto half_a_row = [&groups](std::size_t i) { return groups[i].weight / groups[i].rows / 2; };
    // Half the way from value i to the next; beyond the ends as at the ends.
    const auto half_way = [&](std::size_t i) {
      return i + 1 < groups.size() ? std::min(half_a_row(i), half_a_row(i + 1)) : half_a_row(i);
    };
    double sum = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      value_.push_back(groups[i].value);
      first_.push_back(sum + half_way(i > 0 ? i - 1 : 0));
      sum += groups[i].weight;
      last_.push_back(sum - half_way(i + 1 < groups.size() || i == 0 ? i : i - 1));
    }
  }
  double quantile(std::size_t numerator, std::size_t denominator) const {
    const double share = static_cast<double>(numerator) / static_cast<double>(denominator);
    const double place = first_.front() + share * (last_.back() - first_.front());
    const auto group = static_cast<std::size_t>(std::lower_bound(last_.begin(), last_.end(), place) - last_.begin());
    if (group == last_.size()) return value_.back();
    if (group == 0 || place >= first_[group]) return value_[group];
    const double between = (place - last_[group - 1]) / (first_[group] - last_[group - 1]);
    // At a row up to rounding is at the row: otherwise the unit of the weights would decide on which side it lies.
    if (between < rounding) return value_[group - 1];
    if (between > 1 - rounding) return value_[group];
    return interpolate(value_[group - 1], value_[group], between);
  }

 private:
  static constexpr double rounding = 1e-9;

  std::vector<double> value_;
  std::vector<double> first_;  // where each value begins and ends; from one to the next is interpolated
  std::vector<double> last_;
};

}  // namespace

Quantiles::Quantiles(ColumnBuckets& column, const ColumnView& weight, WeightKind kind,
                     const std::vector<std::size_t>& bins)
    : lowest_(column.lowest()), highest_(column.highest()) {
  for (const std::size_t q : bins) {
    for (std::size_t i = 1; i < q; ++i) {
      const std::size_t divisor = std::gcd(i, q);
      value_[{i / divisor, q / divisor}] = 0;
    }
  }
  if (!weight.empty()) {
    const std::vector<ValueGroup> groups = group_values(column.column(), weight);
    const auto take = [this](const auto& ranks) {
      for (auto& [fraction, value] : value_) value = ranks.quantile(fraction.first, fraction.second);
    };
    if (kind == WeightKind::precision) {
      take(RanksByWeight(groups));
    } else {
      take(RanksOfCopies(groups));
    }
    return;
  }
  const std::size_t rows = column.column().size;
  std::vector<std::size_t> ranks;
  for (const auto& [fraction, value] : value_) {
    const Position position = position_of(rows, fraction.first, fraction.second);
    ranks.push_back(position.rank);
    ranks.push_back(std::min(position.rank + 1, rows - 1));
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  const std::vector<double> values = order_statistics(column, ranks);
  const auto value_at = [&](std::size_t rank) {
    return values[static_cast<std::size_t>(std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin())];
  };
  for (auto& [fraction, value] : value_) {
    const Position position = position_of(rows, fraction.first, fraction.second);
    value = interpolate(value_at(position.rank), value_at(std::min(position.rank + 1, rows - 1)), position.share);
  }
}

std::vector<double> Quantiles::edges(std::size_t q) const {
  std::vector<double> edges;
  for (std::size_t i = 1; i < q; ++i) {
    const std::size_t divisor = std::gcd(i, q);
    const double edge = value_.at({i / divisor, q / divisor});
    if (edge > (edges.empty() ? lowest_ : edges.back())) edges.push_back(edge);
  }
  return edges;
}

}  // namespace gaptv
