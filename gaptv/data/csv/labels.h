// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gaptv/data/csv/csv.h"

namespace gaptv::csv {

// More different texts than this are no labels.
inline constexpr std::size_t most_labels = 100;

// Says where something stands, both counted from 0: within a block, or, when the blocks before it are known, in the
// file.
struct Place {
  std::size_t row = 0;
  std::size_t line = 0;
};

inline Place add_places(const Place& start, const Place& within) {
  return {start.row + within.row, start.line + within.line};
}

// Holds labels, numbered in the order in which they were met. They are few, and found by looking at each.
class LabelSet {
 public:
  LabelSet() = default;
  // Labels that are known beforehand have no place.
  explicit LabelSet(std::vector<std::string> labels) : labels_(std::move(labels)), places_(labels_.size()) {}

  const std::vector<std::string>& labels() const { return labels_; }
  // Says where each label was met first.
  const std::vector<Place>& places() const { return places_; }
  std::optional<std::size_t> find(std::string_view label) const;
  // Returns the number of the label, which is added if it is new.
  std::size_t add(std::string_view label, const Place& place);

 private:
  std::vector<std::string> labels_;
  std::vector<Place> places_;
  mutable std::size_t last_ = 0;  // what was found last, as neighbouring rows are often alike
};

// Find out what to say of a label that looks like a number, if the kind of the outcome does not allow that: the first
// looks at one label whatever the others are, the second finds the first refused one among all of them. "first" is the
// label for which the column was taken for one of labels; it may be what is wrong, and the message says so.
struct RefusedLabel {
  Place place;
  std::string message;
};
std::optional<std::string> find_refusal_of_label(std::string_view label, OutcomeKind kind, std::string_view first);
std::optional<RefusedLabel> find_refused_label(const LabelSet& labels, OutcomeKind kind, std::string_view first);

// Writes a text in small letters: those of ASCII and the Latin ones with accents.
std::string fold_case(std::string_view text);

// Finds the one label that differs from the text in case only; nothing if there is none, or more than one.
std::optional<std::size_t> find_case_variant(const std::vector<std::string>& labels, std::string_view text);

// Adds up how many rows have each label.
void count_labels(std::span<const double> numbers, std::vector<std::size_t>& counts);

// Holds labels as they are called in the end, and the final number of each in the order in which they were met.
struct NamedLabels {
  std::vector<std::string> labels;
  std::vector<double> number;
  std::vector<std::string> notes;
};

// Sorts the labels that rows have. Unless any text is a label, those that differ in case only (yes, Yes) become one, as
// most rows spell it, if two are left. The notes say what was joined and, if they are few, how many rows have each.
NamedLabels name_labels(const std::vector<std::string>& met, std::vector<std::size_t> counts, OutcomeKind kind,
                        std::string_view column);

// Keeps the order of labels that were known beforehand and are the first of those that were met: the others differ from
// one of them in case only.
NamedLabels name_known_labels(const std::vector<std::string>& known, const std::vector<std::string>& met);

// Returns what the field (counted from 0) of the first row in which it is not missing holds, if that is text and no
// number: if "kind" is not automatic_pair, no number in disguise either. The text starts with a row; there is no answer
// when no row tells.
struct LabelQuestion {
  std::size_t field = 0;
  char delimiter = ',';
  OutcomeKind kind = OutcomeKind::automatic;
  std::span<const std::string> missing_texts = {};
};
std::optional<std::string> find_first_label(std::string_view rows, const LabelQuestion& question);

}  // namespace gaptv::csv
