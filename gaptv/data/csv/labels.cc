// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/labels.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"
#include "gaptv/data/csv/row_walk.h"
#include "gaptv/data/number_like_text.h"
#include "gaptv/data/written_number.h"

namespace gaptv::csv {
namespace {

std::string way_out(OutcomeKind kind, std::string_view label, std::string_view first) {
  const bool may_be_two = kind == OutcomeKind::automatic;
  const std::string doubt =
      first.empty() || first == label
          ? ""
          : "; if " + quote_for_message(first) + ", the first value, stands for a missing one, say so by `na`";
  return doubt + std::string("; for classes with such names: `loss=one-vs-rest`") +
         (may_be_two ? ", or binomial if there are two" : "");
}

std::string describe_label(const std::string& label, std::size_t count) {
  return quote_for_message(label) + " (" + std::to_string(count) + (count == 1 ? " row)" : " rows)");
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

std::optional<std::string> find_refusal_of_label(std::string_view label, OutcomeKind kind, std::string_view first) {
  if (kind != OutcomeKind::automatic) return {};  // of a pair, only all labels together tell
  std::optional<std::string> problem = find_problem_of_label(label);
  if (problem) *problem += way_out(kind, label, first);
  return problem;
}

std::optional<RefusedLabel> find_refused_label(const LabelSet& labels, OutcomeKind kind, std::string_view first) {
  if (kind == OutcomeKind::label || (kind == OutcomeKind::automatic_pair && labels.labels().size() <= 2)) return {};
  const std::optional<NumberAmongLabels> found = find_number_among_labels(labels.labels());
  if (!found) return {};
  return RefusedLabel{labels.places()[found->label],
                      found->problem + way_out(kind, labels.labels()[found->label], first)};
}

std::string fold_case(std::string_view text) {
  std::string folded(text);
  for (std::size_t i = 0; i < folded.size(); ++i) {
    const auto byte = static_cast<unsigned char>(folded[i]);
    const bool is_ascii_capital = byte >= 'A' && byte <= 'Z';
    // U+00C0 to U+00DE, but for the sign of multiplication, are 32 before their small letters.
    const bool is_latin_capital = i > 0 && folded[i - 1] == '\xc3' && byte >= 0x80 && byte <= 0x9e && byte != 0x97;
    if (is_ascii_capital || is_latin_capital) folded[i] = static_cast<char>(byte + 32);
  }
  return folded;
}

std::optional<std::size_t> find_case_variant(const std::vector<std::string>& labels, std::string_view text) {
  const std::string folded = fold_case(text);
  const auto is_variant = [&folded](const std::string& label) { return fold_case(label) == folded; };
  if (std::ranges::count_if(labels, is_variant) != 1) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::find_if(labels, is_variant) - labels.begin());
}

namespace {

// Joins labels that differ in case only (yes, Yes) under the spelling that most rows have: "number" says which label
// each of those in the file becomes. Nothing is joined where fewer than two labels would be left.
void join_case_variants(const std::vector<std::string>& labels, std::vector<std::size_t>& counts,
                        std::vector<std::size_t>& number, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<std::size_t>> variants;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (counts[i] > 0) variants[fold_case(labels[i])].push_back(i);
  }
  if (variants.size() < 2) return;
  for (const auto& [folded, members] : variants) {
    if (members.size() < 2) continue;
    const std::size_t most = *std::ranges::max_element(members, {}, [&](std::size_t i) { return counts[i]; });
    std::string list;
    std::size_t rows = 0;
    for (const std::size_t member : members) {
      number[member] = most;
      rows += counts[member];
      list += (list.empty() ? "" : ", ") + describe_label(labels[member], counts[member]);
    }
    for (const std::size_t member : members) counts[member] = member == most ? rows : 0;
    notes.push_back("labels that differ in case only are taken for one, " + quote_for_message(labels[most]) + ": " +
                    list + "; `loss=one-vs-rest` keeps them apart");
  }
}

// Lists labels and how many rows have each; empty if they are many.
std::string list_labels(const std::vector<std::string>& labels, const std::vector<std::size_t>& counts) {
  constexpr std::size_t most_listed = 12;
  if (labels.size() > most_listed) return {};
  std::string list;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    list += (list.empty() ? "" : ", ") + describe_label(labels[i], counts[i]);
  }
  return list;
}

}  // namespace

void count_labels(std::span<const double> numbers, std::vector<std::size_t>& counts) {
  for (const double number : numbers) {
    const auto label = static_cast<std::size_t>(number);
    if (label >= counts.size()) counts.resize(label + 1, 0);
    ++counts[label];
  }
}

NamedLabels name_labels(const std::vector<std::string>& met, std::vector<std::size_t> counts, OutcomeKind kind,
                        std::string_view column) {
  NamedLabels named;
  counts.resize(met.size(), 0);
  std::vector<std::size_t> number(met.size());
  std::iota(number.begin(), number.end(), std::size_t{0});
  if (kind != OutcomeKind::label) join_case_variants(met, counts, number, named.notes);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (counts[i] > 0) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return met[i]; });
  std::vector<double> rank(met.size(), 0);
  std::vector<std::size_t> rows;
  for (const std::size_t i : order) {
    rank[i] = static_cast<double>(named.labels.size());
    named.labels.push_back(met[i]);
    rows.push_back(counts[i]);
  }
  for (std::size_t i = 0; i < met.size(); ++i) named.number.push_back(rank[number[i]]);
  const std::string list = list_labels(named.labels, rows);
  if (!list.empty()) named.notes.push_back("the labels of " + quote_for_message(column) + " are " + list);
  return named;
}

NamedLabels name_known_labels(const std::vector<std::string>& known, const std::vector<std::string>& met) {
  NamedLabels named;
  named.labels = known;
  for (std::size_t i = 0; i < met.size(); ++i) {
    named.number.push_back(static_cast<double>(i < known.size() ? i : find_case_variant(known, met[i]).value()));
    if (i < known.size()) continue;
    named.notes.push_back("the label " + quote_for_message(met[i]) + " is taken for " +
                          quote_for_message(known[static_cast<std::size_t>(named.number[i])]) +
                          ", as they differ in case only");
  }
  return named;
}

std::optional<std::string> find_first_label(std::string_view rows, const LabelQuestion& question) {
  std::optional<std::string> first;
  walk_rows(rows, question.delimiter, [&](const WalkedRow& row) {
    if (question.field >= row.fields.size()) return true;
    const std::string_view text = row.fields[question.field];
    const Number::Kind kind = read_number(text).kind;
    const bool is_missing = std::ranges::find(question.missing_texts, text) != question.missing_texts.end();
    if (kind == Number::Kind::missing || is_missing) return true;
    const bool may_be_number = question.kind != OutcomeKind::automatic_pair && read_written_number(text).has_value();
    if (kind == Number::Kind::text && !may_be_number) first = std::string(text);
    return false;
  });
  return first;
}

}  // namespace gaptv::csv
