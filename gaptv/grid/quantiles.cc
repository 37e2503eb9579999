// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/grid/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gaptv/grid/order_statistics.h"

namespace gaptv {
namespace {

using Cut = Quantiles::Cut;
using Fraction = Quantiles::Fraction;

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

// Where a quantile on equal rows cuts.
enum class End { lower, upper };

// The nearer end of a stretch of equal rows: the lower one if lean is negative, the upper one if it is positive. In the
// exact middle a single row stays above its cut; any other stretch is cut at the end towards the median.
End nearer_end(double lean, bool is_single_row, const Fraction& fraction) {
  if (lean != 0) return lean < 0 ? End::lower : End::upper;
  return !is_single_row && 2 * fraction.first < fraction.second ? End::upper : End::lower;
}

// The place between a and b, above a even where no number lies between them.
double keep_above(double a, double place, double b) {
  return place > a ? place : b;
}

Cut cut_between(std::size_t gap, double a, double b, double share) {
  const double middle = keep_above(a, std::midpoint(a, b), b);
  return {gap, keep_above(a, interpolate(a, b, share), b), middle};
}

Cut cut_in_middle(std::size_t gap, double a, double b) {
  const double middle = keep_above(a, std::midpoint(a, b), b);
  return {gap, middle, middle};
}

// Cuts sorted rows at a fraction of them; gaps are numbered by the rows below them. known.at(rank) finds the rows that
// are equal to the one at this rank; value_below(gap) and value_above(gap) are the values on both sides of a gap.
template <typename KnownRanks>
Cut cut_ranks(std::size_t rows, const Fraction& fraction, const KnownRanks& known) {
  const auto [rank, share] = position_of(rows, fraction.first, fraction.second);
  const EqualRows on = known.at(rank);
  if (share > 0 && rank + 1 == on.end) return cut_between(on.end, on.value, known.value_above(on.end), share);
  // Twice the way to the lower end less twice the way to the upper end.
  const double lean = static_cast<double>(rank - on.first) - static_cast<double>(on.end - 1 - rank) + 2 * share;
  const bool is_single_row = on.count() == 1;
  const std::size_t gap = nearer_end(lean, is_single_row, fraction) == End::lower ? on.first : on.end;
  if (gap == 0 || gap == rows) return {};
  Cut cut = cut_in_middle(gap, known.value_below(gap), known.value_above(gap));
  if (is_single_row) cut.place = on.value;
  return cut;
}

// Equal rows of a sorted column, as far as they were looked for.
class KnownRows {
 public:
  // Looks for the rows at ranks that are not known yet.
  void find(ColumnBuckets& column, std::vector<std::size_t> ranks) {
    std::erase_if(ranks, [this](std::size_t rank) { return knows(rank); });
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    if (ranks.empty()) return;
    for (const EqualRows& rows : order_statistics(column, ranks)) rows_[rows.first] = rows;
  }
  bool knows(std::size_t rank) const {
    const auto after = rows_.upper_bound(rank);
    return after != rows_.begin() && rank < std::prev(after)->second.end;
  }
  const EqualRows& at(std::size_t rank) const { return std::prev(rows_.upper_bound(rank))->second; }
  double value_below(std::size_t gap) const { return at(gap - 1).value; }
  double value_above(std::size_t gap) const { return at(gap).value; }

 private:
  std::map<std::size_t, EqualRows> rows_;  // by their first rank
};

// The distinct values of a column, increasing, with their rows and weight.
std::vector<ValueStretch> group_values(const ColumnView& column, const ColumnView& weight) {
  std::vector<std::pair<double, double>> pairs(column.size);
  for (std::size_t i = 0; i < column.size; ++i) pairs[i] = {column[i], weight[i]};
  std::sort(pairs.begin(), pairs.end());
  std::vector<ValueStretch> groups;
  for (const auto& [value, its_weight] : pairs) {
    if (groups.empty() || groups.back().lowest != value) groups.push_back({value, value, 0, 0});
    groups.back().rows += 1;
    groups.back().weight += its_weight;
  }
  return groups;
}

// Cuts the column of repeated rows; weights are whole and add up to at most 2^53. Stretches that were asked about but
// hold several values are taken down as unclear.
class RanksOfCopies {
 public:
  RanksOfCopies(const std::vector<ValueStretch>& column, std::set<std::size_t>& unclear)
      : column_(column), unclear_(unclear) {
    ends_.reserve(column.size());
    std::size_t copies = 0;
    for (const ValueStretch& stretch : column) ends_.push_back(copies += static_cast<std::size_t>(stretch.weight));
  }
  Cut cut(const Fraction& fraction) const { return cut_ranks(ends_.back(), fraction, *this); }

  EqualRows at(std::size_t rank) const {
    const std::size_t i = stretch_of(rank);
    if (!column_[i].is_one_value()) unclear_.insert(i);
    return {column_[i].lowest, i > 0 ? ends_[i - 1] : 0, ends_[i]};
  }
  // Gaps that cuts lie in are at the ends of stretches, unless something is unclear.
  double value_below(std::size_t gap) const { return at_end(stretch_of(gap - 1)).highest; }
  double value_above(std::size_t gap) const { return at_end(stretch_of(gap)).lowest; }

 private:
  const ValueStretch& at_end(std::size_t i) const {
    if (!column_[i].ends_are_values) unclear_.insert(i);
    return column_[i];
  }
  std::size_t stretch_of(std::size_t rank) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, rank) - ends_.begin());
  }

  const std::vector<ValueStretch>& column_;
  std::set<std::size_t>& unclear_;
  std::vector<std::size_t> ends_;  // one past the last rank of each stretch
};

// Cuts a column whose rows tell more or less; gaps are numbered by the values below them. Stretches that decide, or are
// beside one that does, but hold several values are taken down as unclear.
class RanksByWeight {
 public:
  RanksByWeight(const std::vector<ValueStretch>& groups, std::set<std::size_t>& unclear)
      : column_(groups), unclear_(unclear) {
    const auto half_a_row = [&groups](std::size_t i) { return groups[i].weight / groups[i].rows / 2; };
    // Half the way from value i to the next; beyond the ends as at the ends.
    const auto half_way = [&](std::size_t i) {
      return i + 1 < groups.size() ? std::min(half_a_row(i), half_a_row(i + 1)) : half_a_row(i);
    };
    double sum = 0;
    // What rounding takes from the sum (Neumaier): values one by one and stretches of them must come to the same
    // places.
    double rest = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const double weight = groups[i].weight;
      weight_.push_back(weight);
      first_.push_back(sum + rest + half_way(i > 0 ? i - 1 : 0));
      const double next = sum + weight;
      rest += sum >= weight ? (sum - next) + weight : (weight - next) + sum;
      sum = next;
      last_.push_back(sum + rest - half_way(i + 1 < groups.size() || i == 0 ? i : i - 1));
    }
  }
  Cut cut(const Fraction& fraction) const {
    const double share = static_cast<double>(fraction.first) / static_cast<double>(fraction.second);
    const double place = first_.front() + share * (last_.back() - first_.front());
    auto group = static_cast<std::size_t>(std::lower_bound(last_.begin(), last_.end(), place) - last_.begin());
    group = std::min(group, column_.size() - 1);
    look_at(group);
    if (group > 0 && place < first_[group]) {
      const double between = (place - last_[group - 1]) / (first_[group] - last_[group - 1]);
      // At a row up to rounding is at the row: otherwise the unit of the weights would decide on which side it lies.
      if (between >= rounding && between <= 1 - rounding) {
        return cut_between(group, column_[group - 1].highest, column_[group].lowest, between);
      }
      if (between < rounding) --group;
    }
    return cut_on(group, place, fraction);
  }

 private:
  static constexpr double rounding = 1e-9;

  Cut cut_on(std::size_t group, double place, const Fraction& fraction) const {
    const double unit = rounding * weight_[group];
    const double lean = (place - first_[group]) - (last_[group] - place);
    const bool is_single_row = last_[group] - first_[group] <= unit;
    const End end = nearer_end(std::abs(lean) <= unit ? 0 : lean, is_single_row, fraction);
    const std::size_t gap = end == End::lower ? group : group + 1;
    if (gap == 0 || gap == column_.size()) return {};
    Cut cut = cut_in_middle(gap, column_[gap - 1].highest, column_[gap].lowest);
    if (is_single_row) cut.place = column_[group].lowest;
    return cut;
  }

  // Where a value ends depends on its neighbours too; the line as a whole begins and ends with the outermost values.
  void look_at(std::size_t group) const {
    const std::size_t last = column_.size() - 1;
    for (const std::size_t i : {std::size_t{0}, std::min(last, std::size_t{1}), group > 0 ? group - 1 : 0, group,
                                std::min(group + 1, last), last > 0 ? last - 1 : 0, last}) {
      if (!column_[i].is_one_value()) unclear_.insert(i);
    }
  }

  const std::vector<ValueStretch>& column_;
  std::set<std::size_t>& unclear_;
  std::vector<double> weight_;
  std::vector<double> first_;  // where each value begins and ends; from one to the next is interpolated
  std::vector<double> last_;
};

}  // namespace

Quantiles::Quantiles(ColumnBuckets& column, const ColumnView& weight, WeightKind kind,
                     const std::vector<std::size_t>& bins)
    : lowest_(column.lowest()), highest_(column.highest()) {
  list_fractions(bins);
  if (weight.empty()) {
    cut_unweighted(column);
    return;
  }
  std::set<std::size_t> unclear;  // stays empty: every value is known
  cut_stretches(group_values(column.column(), weight), kind, unclear);
}

Quantiles::Quantiles(const std::vector<ValueStretch>& column, WeightKind kind, const std::vector<std::size_t>& bins,
                     std::set<std::size_t>& unclear)
    : lowest_(column.front().lowest), highest_(column.back().highest) {
  list_fractions(bins);
  cut_stretches(column, kind, unclear);
}

void Quantiles::list_fractions(const std::vector<std::size_t>& bins) {
  for (const std::size_t q : bins) {
    for (std::size_t i = 1; i < q; ++i) {
      const std::size_t divisor = std::gcd(i, q);
      cuts_[{i / divisor, q / divisor}] = {};
    }
  }
}

void Quantiles::cut_stretches(const std::vector<ValueStretch>& column, WeightKind kind,
                              std::set<std::size_t>& unclear) {
  const auto take = [this](const auto& ranks) {
    for (auto& [fraction, cut] : cuts_) cut = ranks.cut(fraction);
  };
  if (kind == WeightKind::precision) {
    take(RanksByWeight(column, unclear));
  } else {
    take(RanksOfCopies(column, unclear));
  }
}

void Quantiles::cut_unweighted(ColumnBuckets& column) {
  const std::size_t rows = column.column().size;
  std::vector<std::size_t> ranks;
  for (const auto& [fraction, cut] : cuts_) {
    const Position position = position_of(rows, fraction.first, fraction.second);
    ranks.push_back(position.rank);
    // The other end of the gap: after an interpolated quantile, before a row that it falls on.
    if (position.share > 0) {
      ranks.push_back(position.rank + 1);
    } else if (position.rank > 0) {
      ranks.push_back(position.rank - 1);
    }
  }
  KnownRows known;
  known.find(column, ranks);
  // The values beside stretches of equal rows are a second question: only now it is known where these end.
  std::vector<std::size_t> beside;
  for (const std::size_t rank : ranks) {
    const EqualRows& on = known.at(rank);
    if (on.count() == 1) continue;
    if (on.first > 0) beside.push_back(on.first - 1);
    if (on.end < rows) beside.push_back(on.end);
  }
  known.find(column, std::move(beside));
  for (auto& [fraction, cut] : cuts_) {
    cut = cut_ranks(rows, fraction, known);
  }
}

std::vector<double> Quantiles::edges(std::size_t q) const {
  std::vector<double> edges;
  std::size_t gap_before = 0;
  for (std::size_t i = 1; i < q; ++i) {
    const std::size_t divisor = std::gcd(i, q);
    const Cut& cut = cuts_.at({i / divisor, q / divisor});
    if (cut.gap == 0) continue;
    if (cut.gap == gap_before) {
      edges.back() = cut.middle;
    } else {
      edges.push_back(cut.place);
    }
    gap_before = cut.gap;
  }
  return edges;
}

}  // namespace gaptv
