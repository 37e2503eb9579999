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

// The values at the given positions of the column with repeated rows; ranks count the copies.
class WeightedRanks {
 public:
  WeightedRanks(const ColumnView& column, const ColumnView& weight) {
    std::vector<std::pair<double, double>> pairs(column.size);
    for (std::size_t i = 0; i < column.size; ++i) pairs[i] = {column[i], weight[i]};
    std::sort(pairs.begin(), pairs.end());
    double sum = 0;
    for (const auto& [x, w] : pairs) {
      sum += w;
      if (!value_.empty() && value_.back() == x) {
        weight_up_to_.back() = sum;
      } else {
        value_.push_back(x);
        weight_up_to_.push_back(sum);
      }
    }
  }
  // Whole weights are positioned like rows, to the last bit.
  Position position_of(std::size_t numerator, std::size_t denominator) const {
    const double total = weight_up_to_.back();
    if (total == std::floor(total) && total < 0x1p53) {
      return gaptv::position_of(static_cast<std::size_t>(total), numerator, denominator);
    }
    const double position =
        std::max(0.0, total - 1) * static_cast<double>(numerator) / static_cast<double>(denominator);
    return {static_cast<std::size_t>(position), position - std::floor(position)};
  }
  double at(double rank) const {
    const auto after = std::upper_bound(weight_up_to_.begin(), weight_up_to_.end(), rank);
    const auto i = std::min(static_cast<std::size_t>(after - weight_up_to_.begin()), value_.size() - 1);
    return value_[i];
  }

 private:
  std::vector<double> value_;
  std::vector<double> weight_up_to_;
};

}  // namespace

Quantiles::Quantiles(ColumnBuckets& column, const ColumnView& weight, const std::vector<std::size_t>& bins)
    : lowest_(column.lowest()), highest_(column.highest()) {
  for (const std::size_t q : bins) {
    for (std::size_t i = 1; i < q; ++i) {
      const std::size_t divisor = std::gcd(i, q);
      value_[{i / divisor, q / divisor}] = 0;
    }
  }
  if (!weight.empty()) {
    const WeightedRanks ranks(column.column(), weight);
    for (auto& [fraction, value] : value_) {
      const Position position = ranks.position_of(fraction.first, fraction.second);
      const auto rank = static_cast<double>(position.rank);
      value = interpolate(ranks.at(rank), ranks.at(rank + 1), position.share);
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
