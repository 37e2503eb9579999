// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/labels.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "gaptv/data/csv/field.h"
#include "gaptv/data/csv/number.h"
#include "gaptv/data/number_like_text.h"

namespace gaptv::csv {
namespace {

std::string way_out(OutcomeKind kind) {
  const bool may_be_two = kind == OutcomeKind::automatic;
  return std::string("; for classes with such names: `loss=one-vs-rest`") +
         (may_be_two ? ", or binomial if there are two" : "");
}

}  // namespace

std::optional<std::size_t> LabelSet::find(std::string_view label) const {
  if (last_ < labels_.size() && labels_[last_] == label) return last_;
  const auto found = std::ranges::find(labels_, label);
  if (found == labels_.end()) return std::nullopt;
  last_ = static_cast<std::size_t>(found - labels_.begin());
  return last_;
}

std::size_t LabelSet::add(std::string_view label, const Place& place) {
  if (const std::optional<std::size_t> number = find(label)) return *number;
  labels_.emplace_back(label);
  places_.push_back(place);
  return labels_.size() - 1;
}

std::optional<std::string> find_refusal_of_label(std::string_view label, OutcomeKind kind) {
  if (kind != OutcomeKind::automatic) return {};  // of a pair, only all labels together tell
  std::optional<std::string> problem = find_problem_of_label(label);
  if (problem) *problem += way_out(kind);
  return problem;
}

std::optional<RefusedLabel> find_refused_label(const LabelSet& labels, OutcomeKind kind) {
  if (kind == OutcomeKind::label || (kind == OutcomeKind::automatic_pair && labels.labels().size() <= 2)) return {};
  const std::optional<NumberAmongLabels> found = find_number_among_labels(labels.labels());
  if (!found) return {};
  return RefusedLabel{labels.places()[found->label], found->problem + way_out(kind)};
}

void remove_unused_labels(std::vector<std::string>& labels, std::span<double> numbers) {
  std::vector<bool> is_used(labels.size(), false);
  for (const double number : numbers) is_used[static_cast<std::size_t>(number)] = true;
  if (std::ranges::find(is_used, false) == is_used.end()) return;
  std::vector<std::string> used;
  std::vector<double> new_number(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    new_number[i] = static_cast<double>(used.size());
    if (is_used[i]) used.push_back(std::move(labels[i]));
  }
  for (double& number : numbers) number = new_number[static_cast<std::size_t>(number)];
  labels = std::move(used);
}

std::vector<double> sort_labels(std::vector<std::string>& labels) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return labels[i]; });
  std::vector<std::string> sorted;
  std::vector<double> rank(labels.size());
  for (const std::size_t i : order) {
    rank[i] = static_cast<double>(sorted.size());
    sorted.push_back(std::move(labels[i]));
  }
  labels = std::move(sorted);
  return rank;
}

bool holds_labels(std::string_view rows, std::size_t field, char delimiter) {
  const char* p = rows.data();
  const char* const end = p + rows.size();
  for (std::size_t current = 0; p < end;) {
    while (p < end && is_blank(*p, delimiter)) ++p;
    std::string_view text;
    if (p < end && *p == '"') {
      const QuotedField quoted = scan_quoted(p, end, delimiter);
      if (quoted.problem != QuotedField::Problem::none) return false;  // the parser will say what is wrong
      text = quoted.content;
      p = quoted.end;
    } else {
      const char* const start = p;
      while (p < end && *p != delimiter && *p != '\n') ++p;
      text = {start, static_cast<std::size_t>(p - start)};
      if (text.ends_with('\r')) text.remove_suffix(1);
    }
    if (current == field) {
      const Number::Kind kind = read_number(trim(text, delimiter)).kind;
      if (kind != Number::Kind::missing) return kind == Number::Kind::text;
    }
    while (p < end && *p != delimiter && *p != '\n') ++p;  // a carriage return
    current = p < end && *p == delimiter ? current + 1 : 0;
    ++p;
  }
  return false;
}

}  // namespace gaptv::csv
