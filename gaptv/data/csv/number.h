// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <string>
#include <string_view>

namespace gaptv::csv {

// Holds what a field says where a number belongs.
struct Number {
  enum class Kind { finite, missing, infinite, text };

  Kind kind = Kind::text;
  double value = 0;  // only when finite
};

// Reads a field without blanks and quotes around it: a decimal number with an optional sign and exponent, rounded to
// the nearest double whatever the locale; a word for a missing value (see MissingRule); an infinity, spelled out or too
// large for a double. Numbers too small for a double are 0.
Number read_number(std::string_view text);

// Says what is wrong with a field that is no finite number, and the remedy. "missing_remedy" is what the user can do
// about missing values.
std::string describe_bad_number(std::string_view text, Number::Kind kind, std::string_view missing_remedy);

}  // namespace gaptv::csv
