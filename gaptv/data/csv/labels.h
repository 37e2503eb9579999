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

// Where something stands, both counted from 0: within a block, or, when the blocks before it are known, in the file.
struct Place {
  std::size_t row = 0;
  std::size_t line = 0;
};

// Labels, numbered in the order in which they were met. Few: found by looking at each.
class LabelSet {
 public:
  LabelSet() = default;
  // Labels that are known beforehand have no place.
  explicit LabelSet(std::vector<std::string> labels) : labels_(std::move(labels)), places_(labels_.size()) {}

  const std::vector<std::string>& labels() const { return labels_; }
  // Where each was met first.
  const std::vector<Place>& places() const { return places_; }
  std::optional<std::size_t> find(std::string_view label) const;
  // The number of the label, which is added if it is new.
  std::size_t add(std::string_view label, const Place& place);

 private:
  std::vector<std::string> labels_;
  std::vector<Place> places_;
  mutable std::size_t last_ = 0;  // found; neighbouring rows are often alike
};

// What is said of a label that looks like a number, if the kind of the outcome does not allow that: of one whatever the
// others are, and of the first of all of them.
struct RefusedLabel {
  Place place;
  std::string message;
};
std::optional<std::string> refusal_of_label(std::string_view label, OutcomeKind kind);
std::optional<RefusedLabel> find_refused_label(const LabelSet& labels, OutcomeKind kind);

// Removes labels that no number stands for (their rows were dropped), and gives the others their new numbers.
void remove_unused_labels(std::vector<std::string>& labels, std::span<double> numbers);

// Sorts the labels and returns for each old number the new one.
std::vector<double> sort_labels(std::vector<std::string>& labels);

// Whether the field (counted from 0) of the first row in which it is not missing holds text that is no number. The text
// starts with a row; false when no row tells.
bool holds_labels(std::string_view rows, std::size_t field, char delimiter);

}  // namespace gaptv::csv
