// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/model/outcome.h"

#include <algorithm>
#include <cmath>

#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

bool is_zero_or_one(double y) {
  return y == 0 || y == 1;
}

// Describes outcomes that look like counts: whole numbers, 0 among them, more than two different ones and small on
// average; empty for others.
std::string describe_counts(const OutcomeFacts& outcome) {
  constexpr double largest_mean = 10;
  const double mean = outcome.sum / outcome.count;
  if (!outcome.may_be_counts || !outcome.has_zero || outcome.highest < 2 || mean > largest_mean) return {};
  return "whole numbers from 0 to " + number_text(outcome.highest) + " (on average " + number_text(mean) + ")";
}

[[noreturn]] void refuse(const DataView& data, std::size_t row, const std::string& problem) {
  throw InvalidInput("outcome '" + data.outcome_name + "', " + mention_row(row) + ": " + problem);
}

}  // namespace

OutcomeData::OutcomeData(const DataView& data, const std::string& loss, bool takes_fractions)
    : loss_(&loss_with_link_of(loss)), view_(data) {
  if (loss == "auto") {
    OutcomeFacts facts;
    if (data.classes.empty() && data.exposure.empty()) facts.add(data.outcome);
    loss_ = &choose_loss(facts, data, notes_);
  }
  const AcceptedOutcomes accepted = loss_->accepts();
  if (!data.exposure.empty() && !accepted.are_counts) {
    throw InvalidInput("an exposure goes with counts; use the loss poisson (`loss=poisson`), or leave it out");
  }
  if (!data.classes.empty() && !accepted.have_labels()) {
    throw InvalidInput("outcome '" + data.outcome_name + "' holds labels, which the loss " + loss +
                       " cannot use; use binomial for two, one-vs-rest for more "
                       "(`loss=binomial`, `loss=one-vs-rest`)");
  }
  if (accepted.are_two_classes) {
    take_labels_or_trials();
  } else {
    check_numbers(takes_fractions);
    divide_by_exposure();
  }
}

void OutcomeFacts::add(const ColumnView& outcome) {
  for (std::size_t row = 0; row < outcome.size && (are_zero_or_one || may_be_counts); ++row) {
    const double y = outcome[row];
    are_zero_or_one = are_zero_or_one && is_zero_or_one(y);
    may_be_counts = may_be_counts && y >= 0 && y == std::floor(y);
    has_zero |= y == 0;
    has_one |= y == 1;
    highest = std::max(highest, y);
    sum += y;
    count += 1;
  }
}

void OutcomeFacts::add(const OutcomeFacts& other) {
  are_zero_or_one = are_zero_or_one && other.are_zero_or_one;
  may_be_counts = may_be_counts && other.may_be_counts;
  has_zero |= other.has_zero;
  has_one |= other.has_one;
  highest = std::max(highest, other.highest);
  sum += other.sum;
  count += other.count;
}

const CellLoss& choose_loss(const OutcomeFacts& facts, const DataView& data, std::vector<std::string>& notes) {
  if (!data.classes.empty()) return binomial_loss();
  if (!data.exposure_name.empty() || !data.exposure.empty()) return poisson_loss();
  if (facts.are_zero_or_one && facts.has_zero && facts.has_one) {
    notes.push_back("outcome '" + data.outcome_name +
                    "' is 0 or 1 everywhere: its probability is fitted (`loss=binomial`); `loss=gaussian` fits "
                    "averages instead");
    return binomial_loss();
  }
  if (const std::string counts = describe_counts(facts); !counts.empty()) {
    notes.push_back("outcome '" + data.outcome_name + "' holds " + counts +
                    ": if it counts something, `loss=poisson` is made for it; averages are fitted now");
  }
  return squared_loss();
}

void OutcomeData::take_labels_or_trials() {
  const DataView& data = view_;
  if (!data.classes.empty()) {
    if (data.classes.size() == 1) {
      throw InvalidInput("outcome '" + data.outcome_name +
                         "' has 1 label; the loss binomial needs two: name another "
                         "column as the outcome");
    }
    if (data.classes.size() > 2) {
      throw InvalidInput("outcome '" + data.outcome_name + "' has " + std::to_string(data.classes.size()) +
                         " labels; the loss binomial needs two: use one-vs-rest (`loss=one-vs-rest`), or leave out or "
                         "join the others");
    }
    notes_.push_back("outcome '" + data.outcome_name + "': predicted is the probability of '" + data.classes[1] +
                     "' (against '" + data.classes[0] + "')");
    return;
  }
  std::size_t first_other = 0;
  while (first_other < data.rows() && is_zero_or_one(data.outcome[first_other])) ++first_other;
  if (first_other == data.rows()) return;
  if (data.weight.empty()) {
    refuse(data, first_other, number_text(data.outcome[first_other]).append(" ").append(loss_->accepts().refusal));
  }
  changed_.features.resize(data.features.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double successes = data.outcome[row];
    const double trials = data.weight[row];
    if (successes < 0 || successes > trials) {
      refuse(data, row,
             number_text(successes) + " successes among " + number_text(trials) +
                 " trials (the weight); give 0 to as many successes as there are trials");
    }
    const auto add = [&](double outcome, double weight) {
      if (weight <= 0) return;
      for (std::size_t j = 0; j < data.features.size(); ++j) changed_.features[j].push_back(data.features[j][row]);
      changed_.outcome.push_back(outcome);
      changed_.weight.push_back(weight);
    };
    add(1, successes);
    add(0, trials - successes);
  }
  view_.features.assign(changed_.features.begin(), changed_.features.end());
  view_.outcome = changed_.outcome;
  view_.weight = changed_.weight;
  has_trials_ = true;
  notes_.push_back("outcome '" + view_.outcome_name + "' is read as successes, the weight as trials");
}

void OutcomeData::check_numbers(bool takes_fractions) const {
  const AcceptedOutcomes accepted = loss_->accepts();
  if (accepted.refusal.empty()) return;  // it takes all numbers
  const bool must_be_whole = accepted.are_counts && !takes_fractions;
  for (std::size_t row = 0; row < view_.rows(); ++row) {
    const double number = view_.outcome[row];
    if (number >= accepted.lowest && (!must_be_whole || number == std::floor(number))) continue;
    refuse(view_, row, number_text(number).append(" ").append(accepted.refusal));
  }
}

void OutcomeData::divide_by_exposure() {
  const DataView& data = view_;
  if (data.exposure.empty()) return;
  changed_.outcome.resize(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    changed_.outcome[row] = data.outcome[row] / data.exposure[row];
  }
  view_.outcome = changed_.outcome;
}

}  // namespace gaptv
