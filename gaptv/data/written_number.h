// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gaptv {

// Holds a number as people write it, taken apart: 3,5 or 1.234,5 or 1 234 or 1'234 (also with the narrow blanks of
// typesetters), 35%, $3.50 or 3 EUR in symbols, a minus sign that is no hyphen.
struct WrittenNumber {
  // What the digits say if a point stands before decimals, and if a comma does. 1,234 is 1234 or 1.234; 3,5 makes no
  // sense with a point, and neither do 1.5 and 1.234.567 with a comma and a point. Separators between thousands stand
  // before three digits each; in India before two, but for the last.
  std::optional<double> by_point = {};
  std::optional<double> by_comma = {};
  std::string_view percent = {};   // the sign, if there is one
  std::string_view currency = {};  // the sign with the letters before it (US$), if there is one
  bool has_thousands = false;      // some separator is one between thousands, whatever stands before decimals
};

// Reads a text without blanks around it; nothing if it is no number. The views look into the text.
std::optional<WrittenNumber> read_written_number(std::string_view text);

// Returns the number if "decimal" ('.' or ',') stands before decimals.
std::optional<double> value_by(const WrittenNumber& number, char decimal);

}  // namespace gaptv
