// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/observations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"
#include "gaptv/base/numeric.h"

namespace gaptv {
namespace {

constexpr double most_repeated_rows = 200000;
// Copies are counted in doubles.
constexpr double most_copies = 0x1p53;
// More copies of a row than this, on average, are seldom what was counted.
constexpr double usual_copies = 5;

constexpr std::array<std::pair<WeightKind, std::string_view>, 3> names = {
    {{WeightKind::automatic, "auto"}, {WeightKind::copies, "copies"}, {WeightKind::precision, "precision"}}};

// The number without a long tail: this is for reading.
std::string rounded_text(double number) {
  return number_text(number < 100 ? std::round(number * 10) / 10 : std::round(number));
}

}  // namespace

std::string_view name_of(WeightKind kind) {
  return std::ranges::find(names, kind, &std::pair<WeightKind, std::string_view>::first)->second;
}

void WeightFacts::add(const ColumnView& weight, std::size_t first_row) {
  if (rows == 0 && weight.size > 0) first = weight[0];
  for (std::size_t row = 0; row < weight.size; ++row) {
    const double value = weight[row];
    sum += value;
    largest = std::max(largest, value);
    are_equal = are_equal && value == first;
    if (!not_a_count && (value != std::floor(value) || sum > most_copies)) not_a_count = {first_row + row, value};
  }
  rows += weight.size;
}

void WeightFacts::add(const WeightFacts& other) {
  if (other.rows == 0) return;
  if (rows == 0) first = other.first;
  are_equal = are_equal && other.are_equal && other.first == first;
  sum += other.sum;
  largest = std::max(largest, other.largest);
  rows += other.rows;
  if (other.not_a_count && (!not_a_count || other.not_a_count->first < not_a_count->first)) {
    not_a_count = other.not_a_count;
  }
}

WeightKind decide_weight_kind(const WeightFacts& facts, WeightKind asked_for, WeightKind given) {
  const WeightKind kind = asked_for != WeightKind::automatic ? asked_for : given;
  if (kind == WeightKind::precision) return kind;
  if (!facts.not_a_count) return WeightKind::copies;
  if (kind == WeightKind::automatic) return WeightKind::precision;
  throw InvalidInput("weight, " + mention_row(facts.not_a_count->first) + ": " +
                     number_text(facts.not_a_count->second) +
                     " is not a number of copies, which must be whole and add up to at most 9e15; weights that say "
                     "how much a row tells are of the kind precision (`weight_kind=precision`)");
}

bool are_like_none(const WeightFacts& facts, WeightKind kind) {
  return facts.are_equal && (kind == WeightKind::precision || facts.first == 1);
}

std::vector<std::string> describe_weights(const WeightFacts& facts, WeightKind kind, bool is_decided_by_user,
                                          double observations) {
  const std::string rows = std::to_string(facts.rows) + " rows ";
  if (kind == WeightKind::copies && observations > usual_copies * static_cast<double>(facts.rows)) {
    return {"warning: the weights count copies, which makes " + rounded_text(observations) + " observations of " +
            rows + "(`weight_kind=copies`); if they say how much a row tells, use `weight_kind=precision`"};
  }
  if (is_decided_by_user) return {};
  if (kind == WeightKind::copies) {
    return {"the weights are whole numbers, so they count copies: " + rows + "are " + rounded_text(observations) +
            " observations (`weight_kind=copies`); `weight_kind=precision` takes them for how much a row tells"};
  }
  return {"the weights are not all whole numbers, so they say how much a row tells: " + rows + "are worth " +
          rounded_text(observations) + " observations (`weight_kind=precision`)"};
}

void PrecisionScale::add(double weight) {
  const double value = share(weight);
  sum_ += value;
  sum_of_squares_ += value * value;
}

void PrecisionScale::add(const PrecisionScale& other) {
  sum_ += other.sum_;
  sum_of_squares_ += other.sum_of_squares_;
}

// Sums of shares of the largest weight cannot overflow.
double PrecisionScale::share(double weight) const {
  return round_to_32_bits(weight / largest_);
}

double PrecisionScale::scaled(double weight) const {
  return std::max(share(weight) * unit(), std::numeric_limits<double>::min());
}

Observations::Observations(const DataView& data, WeightKind asked_for, bool has_trials) : view_(data) {
  count_ = static_cast<double>(data.rows());
  if (data.weight.empty()) return;
  WeightFacts facts;
  facts.add(data.weight);
  kind_ = decide_weight_kind(facts, asked_for, data.weight_kind);
  view_.weight_kind = kind_;
  const bool is_plain = are_like_none(facts, kind_);
  if (is_plain) {
    view_.weight = {};
  } else if (kind_ == WeightKind::copies) {
    count_ = facts.sum;
    if (count_ <= most_repeated_rows) repeat_rows();
  } else {
    scale_weights(facts.largest);
  }
  if (is_plain || has_trials) return;
  const bool is_decided = asked_for != WeightKind::automatic || data.weight_kind != WeightKind::automatic;
  notes_ = describe_weights(facts, kind_, is_decided, count_);
}

void Observations::repeat_rows() {
  const DataView given = view_;
  const auto repeated = [&given](const ColumnView& column) {
    std::vector<double> values;
    for (std::size_t row = 0; row < column.size; ++row) {
      values.insert(values.end(), static_cast<std::size_t>(given.weight[row]), column[row]);
    }
    return values;
  };
  for (const ColumnView& feature : given.features) changed_.features.push_back(repeated(feature));
  changed_.outcome = repeated(given.outcome);
  changed_.exposure = repeated(given.exposure);
  view_.features.assign(changed_.features.begin(), changed_.features.end());
  view_.outcome = changed_.outcome;
  view_.exposure = changed_.exposure;
  view_.weight = {};
}

void Observations::scale_weights(double largest) {
  PrecisionScale scale(largest);
  for (std::size_t row = 0; row < view_.rows(); ++row) scale.add(view_.weight[row]);
  for (std::size_t row = 0; row < view_.rows(); ++row) changed_.weight.push_back(scale.scaled(view_.weight[row]));
  count_ = scale.observations();
  view_.weight = changed_.weight;
}

}  // namespace gaptv
