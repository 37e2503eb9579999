// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaptv {

// Tells what a person takes for a number although it may not be written as one: those of WrittenNumber, and a number
// with a unit stuck to it (12kg, 5 km/h). Dates and times (2024-01-05, 12:30) are a kind of their own. These are no
// numbers: words with a number in them (A1, 2nd, 2nd floor), ranges and limits (1-2, <5, 5+) and versions (1.2.3).
struct NumberLikeText {
  enum class Kind { none, plain, separators, percent, currency, characters, date, unit };

  Kind kind = Kind::none;
  std::string unit = {};  // the unit that was found, for Kind::unit
};

NumberLikeText number_like_text(std::string_view text);

// Says how to write such a text as a number; empty for one that is none, or is a number already.
std::string explain_number_remedy(const NumberLikeText& found);

// Says what is wrong with a label that is a number, or looks like one whatever the other labels are; units and dates
// are not looked at.
std::optional<std::string> find_problem_of_label(std::string_view label);

// Finds the first of all labels that is a number in disguise, and what to say about it. A unit makes a number of a text
// only where three labels or more, and more than half of them, have the same one: "2D" and "3D" are names, "12kg",
// "15kg" and "9kg" are not. Dates are found by the same rule.
struct NumberAmongLabels {
  std::size_t label = 0;
  std::string problem;
};
std::optional<NumberAmongLabels> find_number_among_labels(const std::vector<std::string>& labels);

}  // namespace gaptv
