// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/csv/number.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gaptv/data/csv/from_chars.h"
#include "gaptv/data/csv/message.h"
#include "gaptv/data/number_like_text.h"

namespace gaptv::csv {
namespace {

// ASCII only: the locale must not decide what a missing value is.
bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, {},
                            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

bool is_missing_word(std::string_view text) {
  constexpr std::array<std::string_view, 8> words = {"", "na", "n/a", "nan", "null", "none", ".", "?"};
  return std::ranges::any_of(words, [text](std::string_view word) { return equals_ignoring_case(text, word); });
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
    return quote_for_message(text) + " is not a number; " + std::string(missing_remedy);
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
