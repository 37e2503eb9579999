// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/observations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

constexpr double most_repeated_rows = 200000;
// Copies are counted in doubles.
constexpr double most_copies = 0x1p53;
// More copies of a row than this, on average, are seldom what was counted.
constexpr double usual_copies = 5;

constexpr std::array<std::pair<WeightKind, std::string_view>, 3> names = {
    {{WeightKind::automatic, "auto"}, {WeightKind::copies, "copies"}, {WeightKind::precision, "precision"}}};

// The first row whose weight counts no copies, if there is one.
std::optional<std::size_t> first_not_whole(const ColumnView& weight) {
  double sum = 0;
  for (std::size_t row = 0; row < weight.size; ++row) {
    sum += weight[row];
    if (weight[row] != std::floor(weight[row]) || sum > most_copies) return row;
  }
  return std::nullopt;
}

bool are_equal(const ColumnView& column) {
  for (std::size_t row = 1; row < column.size; ++row) {
    if (column[row] != column[0]) return false;
  }
  return true;
}

double round_to_32_bits(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, 32)), exponent - 32);
}

// The number without a long tail: this is for reading.
std::string rounded_text(double number) {
  return number_text(number < 100 ? std::round(number * 10) / 10 : std::round(number));
}

}  // namespace

std::string_view name_of(WeightKind kind) {
  return std::ranges::find(names, kind, &std::pair<WeightKind, std::string_view>::first)->second;
}

Observations::Observations(const DataView& data, WeightKind asked_for, bool has_trials) : view_(data) {
  count_ = static_cast<double>(data.rows());
  if (data.weight.empty()) return;
  const WeightKind kind = asked_for != WeightKind::automatic ? asked_for : data.weight_kind;
  const std::optional<std::size_t> not_whole =
      kind == WeightKind::precision ? std::nullopt : first_not_whole(data.weight);
  if (kind == WeightKind::copies && not_whole) {
    throw InvalidInput("weight, " + mention_row(*not_whole) + ": " + number_text(data.weight[*not_whole]) +
                       " is not a number of copies, which must be whole and add up to at most 9e15; weights that say "
                       "how much a row tells are of the kind precision (`weight_kind=precision`)");
  }
  kind_ = kind != WeightKind::automatic ? kind : not_whole ? WeightKind::precision : WeightKind::copies;
  view_.weight_kind = kind_;
  const bool is_plain = are_equal(data.weight) && (kind_ == WeightKind::precision || data.weight[0] == 1);
  if (is_plain) {
    view_.weight = {};
  } else if (kind_ == WeightKind::copies) {
    count_ = total_weight(data);
    if (count_ <= most_repeated_rows) repeat_rows();
  } else {
    scale_weights();
  }
  if (is_plain || has_trials) return;
  const std::string rows = std::to_string(data.rows()) + " rows ";
  if (kind_ == WeightKind::copies && count_ > usual_copies * static_cast<double>(data.rows())) {
    notes_.push_back("warning: the weights count copies, which makes " + rounded_text(count_) + " observations of " +
                     rows + "(`weight_kind=copies`); if they say how much a row tells, use `weight_kind=precision`");
  } else if (kind_ == WeightKind::copies && kind == WeightKind::automatic) {
    notes_.push_back(
        "the weights are whole numbers, so they count copies: " + rows + "are " + rounded_text(count_) +
        " observations (`weight_kind=copies`); `weight_kind=precision` takes them for how much a row tells");
  } else if (kind_ == WeightKind::precision && kind == WeightKind::automatic) {
    notes_.push_back("the weights are not all whole numbers, so they say how much a row tells: " + rows + "are worth " +
                     rounded_text(count_) + " observations (`weight_kind=precision`)");
  }
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

void Observations::scale_weights() {
  std::vector<double>& weight = changed_.weight;
  for (std::size_t row = 0; row < view_.rows(); ++row) weight.push_back(view_.weight[row]);
  // Sums of shares of the largest weight cannot overflow.
  const double largest = *std::ranges::max_element(weight);
  double sum = 0;
  double sum_of_squares = 0;
  for (double& value : weight) {
    value = round_to_32_bits(value / largest);
    sum += value;
    sum_of_squares += value * value;
  }
  // Kish's number over the sum. A weight that would vanish stays positive.
  const double unit = sum / sum_of_squares;
  for (double& value : weight) value = std::max(value * unit, std::numeric_limits<double>::min());
  count_ = sum * unit;
  view_.weight = weight;
}

}  // namespace gaptv
