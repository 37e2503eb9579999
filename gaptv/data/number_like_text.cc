// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/number_like_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"

namespace gaptv {
namespace {

using csv::read_number;
using Kind = NumberLikeText::Kind;

// U+00A0, U+202F and U+2009: no break, narrow, thin.
constexpr std::array<std::string_view, 4> blanks = {" ", "\u00a0", "\u202f", "\u2009"};
constexpr std::array<std::string_view, 3> signs = {"-", "+", "\u2212"};
constexpr std::array<std::string_view, 2> percents = {"%", "\u2030"};
constexpr std::array<std::string_view, 15> currencies = {"$",      "\u20ac", "\u00a3", "\u00a5", "\u20b9",
                                                         "\u20bd", "\u20a9", "\u20ba", "\u20aa", "\u20b4",
                                                         "\u0e3f", "\u20ab", "\u20a6", "\u00a2", "\u20bf"};
constexpr std::array<std::string_view, 8> separators = {",", ".", "'", "\u2019", " ", "\u00a0", "\u202f", "\u2009"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

// Whether the text began with one of the parts, which is then taken off.
bool take_front(std::string_view& text, std::span<const std::string_view> parts) {
  const auto found = std::ranges::find_if(parts, [text](std::string_view part) { return text.starts_with(part); });
  if (found == parts.end()) return false;
  text.remove_prefix(found->size());
  return true;
}

bool take_back(std::string_view& text, std::span<const std::string_view> parts) {
  const auto found = std::ranges::find_if(parts, [text](std::string_view part) { return text.ends_with(part); });
  if (found == parts.end()) return false;
  text.remove_suffix(found->size());
  return true;
}

void trim(std::string_view& text) {
  while (take_front(text, blanks)) {
  }
  while (take_back(text, blanks)) {
  }
}

// $, US$, R$: up to three capitals may stand before the symbol.
bool take_currency(std::string_view& text) {
  std::string_view rest = text;
  while (!rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z' && text.size() - rest.size() < 3) {
    rest.remove_prefix(1);
  }
  if (!take_front(rest, currencies)) return false;
  text = rest;
  return true;
}

struct Group {
  std::string_view separator;  // before it; empty for the first
  std::string_view digits;
};

// 1.234,5 as 1 | . 234 | , 5. Empty when the text holds anything else, or ends in a separator.
std::vector<Group> groups_of(std::string_view text) {
  std::vector<Group> groups;
  while (true) {
    Group group;
    const std::string_view before = text;
    if (!groups.empty() && take_front(text, separators)) {
      group.separator = before.substr(0, before.size() - text.size());
    }
    const auto end = std::ranges::find_if_not(text, is_digit);
    group.digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(group.digits.size());
    const bool may_be_empty = groups.empty() && text.starts_with(',');  // ,5
    if ((group.digits.empty() && !may_be_empty) || (!groups.empty() && group.separator.empty())) return {};
    groups.push_back(group);
    if (text.empty()) return groups;
  }
}

// Groups of three between equal separators; in India of two, but for the last.
bool are_thousands(std::span<const Group> groups) {
  const std::span<const Group> later = groups.subspan(1);
  const std::size_t first = groups.front().digits.size();
  const bool has_one_separator =
      std::ranges::all_of(later, [&](const Group& group) { return group.separator == later.front().separator; });
  const auto have = [](std::span<const Group> parts, std::size_t size) {
    return std::ranges::all_of(parts, [size](const Group& group) { return group.digits.size() == size; });
  };
  const bool is_indian = later.size() > 1 && later.front().separator == "," && first <= 2 &&
                         have(later.first(later.size() - 1), 2) && later.back().digits.size() == 3;
  return has_one_separator && ((first >= 1 && first <= 3 && have(later, 3)) || is_indian);
}

// A number with separators but no sign.
bool is_separated(std::string_view text) {
  const std::vector<Group> groups = groups_of(text);
  if (groups.size() < 2) return false;
  const std::string_view last = groups.back().separator;
  if (groups.size() == 2 && last == ",") return true;  // 3,5 or 1,234
  if (are_thousands(groups)) return true;
  const std::span<const Group> whole = std::span(groups).first(groups.size() - 1);
  return whole.size() > 1 && (last == "," || last == ".") && last != whole.back().separator && are_thousands(whole);
}

bool is_number(std::string_view text) {
  return !text.empty() && (is_digit(text.front()) || text.front() == '.') &&
         read_number(text).kind == csv::Number::Kind::finite;
}

// kg, km/h, m2 and the like; not the endings of 1st, 2nd, 3rd and 4th.
bool is_unit(std::string_view text) {
  constexpr std::size_t longest = 12;
  if (text.empty() || text.size() > longest || !is_letter(text.front())) return false;
  constexpr std::array<std::string_view, 4> endings = {"st", "nd", "rd", "th"};
  if (std::ranges::find(endings, text) != endings.end()) return false;
  if (text.ends_with("m2") || text.ends_with("m3")) text.remove_suffix(1);
  return std::ranges::all_of(text, [](char c) { return is_letter(c) || c == '/' || c == '.'; });
}

NumberLikeText with_unit(std::string_view text) {
  take_front(text, signs);
  std::string_view unit = text;
  while (!unit.empty() && (is_digit(unit.front()) || take_front(unit, separators))) {
    if (!unit.empty() && is_digit(unit.front())) unit.remove_prefix(1);
  }
  std::string_view number = text.substr(0, text.size() - unit.size());
  trim(number);
  const bool has_unit = (is_number(number) || is_separated(number)) && is_unit(unit);
  return has_unit ? NumberLikeText{Kind::unit, std::string(unit)} : NumberLikeText{};
}

}  // namespace

NumberLikeText number_like_text(std::string_view text) {
  const csv::Number::Kind read = read_number(text).kind;
  if (read == csv::Number::Kind::finite) return {Kind::plain};
  if (read != csv::Number::Kind::text) return {};
  std::string_view rest = text;
  trim(rest);
  const std::string_view trimmed = rest;
  bool has_sign = take_front(rest, signs);
  bool has_currency = take_currency(rest);
  bool has_percent = take_front(rest, percents);
  trim(rest);
  if (!has_sign) has_sign = take_front(rest, signs);
  if (!has_currency) has_currency = take_back(rest, currencies);
  if (!has_percent) has_percent = take_back(rest, percents);
  trim(rest);
  const bool has_separators = is_separated(rest);
  if (!has_separators && !is_number(rest)) return with_unit(trimmed);
  if (has_percent) return {Kind::percent};
  if (has_currency) return {Kind::currency};
  return {has_separators ? Kind::separators : Kind::characters};
}

std::string explain_number_remedy(const NumberLikeText& found) {
  switch (found.kind) {
    case Kind::none:
    case Kind::plain:
      return {};
    case Kind::separators:
      return "write a decimal point (1.5) and no separators between thousands";
    case Kind::percent:
      return "write a plain number, without the percent sign";
    case Kind::currency:
      return "write a plain number, without the currency";
    case Kind::characters:
      return "write plain digits, a decimal point and a hyphen for minus (-1.5)";
    case Kind::unit:
      return "write a plain number, without the unit " + csv::quote_for_message(found.unit);
  }
  return {};
}

namespace {

std::string looks_like_a_number(std::string_view label, const NumberLikeText& found) {
  return csv::quote_for_message(label) + " looks like a number, not like a label; " + explain_number_remedy(found);
}

}  // namespace

std::optional<std::string> find_problem_of_label(std::string_view label) {
  const NumberLikeText found = number_like_text(label);
  if (found.kind == Kind::none || found.kind == Kind::unit) return std::nullopt;
  if (found.kind == Kind::plain) {
    return csv::quote_for_message(label) +
           " is a number, not a label like the others; make all of them numbers, or none";
  }
  return looks_like_a_number(label, found);
}

std::optional<NumberAmongLabels> find_number_among_labels(const std::vector<std::string>& labels) {
  constexpr std::size_t fewest_with_unit = 3;
  std::map<std::string, std::size_t> uses;
  for (const std::string& label : labels) {
    const NumberLikeText found = number_like_text(label);
    if (found.kind == Kind::unit) ++uses[found.unit];
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (std::optional<std::string> problem = find_problem_of_label(labels[i])) return NumberAmongLabels{i, *problem};
    const NumberLikeText found = number_like_text(labels[i]);
    if (found.kind != Kind::unit) continue;
    const std::size_t with_unit = uses[found.unit];
    if (with_unit >= fewest_with_unit && 2 * with_unit > labels.size()) {
      return NumberAmongLabels{i, looks_like_a_number(labels[i], found)};
    }
  }
  return std::nullopt;
}

}  // namespace gaptv
