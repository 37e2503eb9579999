// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

// Small steps with which texts that people write are taken apart.
namespace gaptv {

// A blank, and U+00A0, U+202F and U+2009: no break, narrow, thin.
inline constexpr std::array<std::string_view, 4> written_blanks = {" ", "\u00a0", "\u202f", "\u2009"};
inline constexpr std::array<std::string_view, 8> number_separators = {",", ".",      "'",      "\u2019",
                                                                      " ", "\u00a0", "\u202f", "\u2009"};

// A hyphen, a plus and U+2212, the minus of typesetters.
inline constexpr std::array<std::string_view, 3> number_signs = {"-", "+", "\u2212"};

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Take off the first of the parts that the text begins, or ends, with, and return it; empty if there is none.
inline std::string_view take_front(std::string_view& text, std::span<const std::string_view> parts) {
  const auto found = std::ranges::find_if(parts, [text](std::string_view part) { return text.starts_with(part); });
  if (found == parts.end()) return {};
  const std::string_view taken = text.substr(0, found->size());
  text.remove_prefix(found->size());
  return taken;
}

inline std::string_view take_back(std::string_view& text, std::span<const std::string_view> parts) {
  const auto found = std::ranges::find_if(parts, [text](std::string_view part) { return text.ends_with(part); });
  if (found == parts.end()) return {};
  const std::string_view taken = text.substr(text.size() - found->size());
  text.remove_suffix(found->size());
  return taken;
}

inline void trim_blanks(std::string_view& text) {
  while (!take_front(text, written_blanks).empty()) {
  }
  while (!take_back(text, written_blanks).empty()) {
  }
}

// Compares with a text in small letters; ASCII only, as the locale must not decide what a word means.
inline bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, {},
                            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

}  // namespace gaptv
