// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/number.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gaptv/data/csv/from_chars.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/number_like_text.h"
#include "gaptv/data/text_parts.h"

namespace gaptv::csv {
namespace {

// The last six are what spreadsheets in German write for the errors before them.
constexpr std::array<std::string_view, 32> missing_words = {
    "",      "na",      "n/a",    "n.a.",  "n.a",    "k.a.",   "nan",    "null",    "none",   ".",    "..",
    "...",   "?",       "-",      "--",    "---",    "\u2013", "\u2014", "\u2212",  "#n/a",   "#na",  "#div/0!",
    "#ref!", "#value!", "#name?", "#num!", "#null!", "#nv",    "#wert!", "#bezug!", "#zahl!", "#null"};

bool is_missing_word(std::string_view text) {
  constexpr std::size_t longest = 7;
  return text.size() <= longest &&
         std::ranges::any_of(missing_words, [text](std::string_view word) { return equals_ignoring_case(text, word); });
}

}  // namespace

Number read_number(std::string_view text) {
  if (is_missing_word(text)) return {Number::Kind::missing, 0};
  const bool has_plus = text.front() == '+';
  if (has_plus) text.remove_prefix(1);
  if (text.empty() || (has_plus && text.front() == '-')) return {Number::Kind::text, 0};
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto result = from_chars(text.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return {Number::Kind::text, 0};
  if (std::isnan(value)) return {Number::Kind::missing, 0};
  if (std::isinf(value)) return {Number::Kind::infinite, 0};
  return {Number::Kind::finite, value};
}

std::string describe_bad_number(std::string_view text, Number::Kind kind, std::string_view missing_remedy) {
  if (kind == Number::Kind::missing && text.empty()) return "the value is missing; " + std::string(missing_remedy);
  if (kind == Number::Kind::missing)
    return quote_for_message(text) + " stands for a missing value; " + std::string(missing_remedy);
  if (kind == Number::Kind::infinite)
    return quote_for_message(text) + " is not a finite number; " + std::string(missing_remedy);
  if (text.find('\0') != std::string_view::npos) {
    return quote_for_message(text) + " is not a number: it holds a NUL byte; the file is damaged or no text file";
  }
  // What follows a single number may as well be a slip of the finger as a unit.
  const NumberLikeText found = number_like_text(text);
  const std::string remedy = found.kind == NumberLikeText::Kind::unit ? "" : explain_number_remedy(found);
  return quote_for_message(text) + " is not a number; " +
         (remedy.empty() ? "correct the value, or name another column" : remedy);
}

}  // namespace gaptv::csv
