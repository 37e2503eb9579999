// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv::csv {

// More different texts than this are no labels.
inline constexpr std::size_t most_labels = 100;

// Labels, numbered in the order in which they were met. Few: found by looking at each.
class LabelSet {
 public:
  LabelSet() = default;
  explicit LabelSet(std::vector<std::string> labels) : labels_(std::move(labels)) {}

  const std::vector<std::string>& labels() const { return labels_; }
  std::optional<std::size_t> find(std::string_view label) const;
  // The number of the label, which is added if it is new.
  std::size_t add(std::string_view label);

 private:
  std::vector<std::string> labels_;
  mutable std::size_t last_ = 0;  // found; neighbouring rows are often alike
};

// Sorts the labels and returns for each old number the new one.
std::vector<double> sort_labels(std::vector<std::string>& labels);

// Whether the field (counted from 0) of the first row in which it is not missing holds text that is no number. The text
// starts with a row; false when no row tells.
bool holds_labels(std::string_view rows, std::size_t field, char delimiter);

}  // namespace gaptv::csv
