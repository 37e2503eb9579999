// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/written_number.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "gaptv/data/csv/number.h"
#include "gaptv/data/text_parts.h"

namespace gaptv {
namespace {

constexpr std::array<std::string_view, 2> percents = {"%", "\u2030"};
constexpr std::array<std::string_view, 15> currencies = {"$",      "\u20ac", "\u00a3", "\u00a5", "\u20b9",
                                                         "\u20bd", "\u20a9", "\u20ba", "\u20aa", "\u20b4",
                                                         "\u0e3f", "\u20ab", "\u20a6", "\u00a2", "\u20bf"};

// $, US$, R$: up to three capitals may stand before the symbol.
std::string_view take_currency(std::string_view& text) {
  std::string_view rest = text;
  while (!rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z' && text.size() - rest.size() < 3) {
    rest.remove_prefix(1);
  }
  if (take_front(rest, currencies).empty()) return {};
  const std::string_view currency = text.substr(0, text.size() - rest.size());
  text = rest;
  return currency;
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
    if (!groups.empty()) group.separator = take_front(text, number_separators);
    const auto end = std::ranges::find_if_not(text, is_digit);
    group.digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(group.digits.size());
    const bool may_be_empty = groups.empty() && (text.starts_with(',') || text.starts_with('.'));  // ,5
    if ((group.digits.empty() && !may_be_empty) || (!groups.empty() && group.separator.empty())) return {};
    groups.push_back(group);
    if (text.empty()) return groups;
  }
}

// Groups of three between equal separators; in India of two, but for the last.
bool are_thousands(std::span<const Group> groups) {
  const std::span<const Group> later = groups.subspan(1);
  const std::string_view first = groups.front().digits;
  if (first.empty() || first.front() == '0') return false;
  const bool has_one_separator =
      std::ranges::all_of(later, [&](const Group& group) { return group.separator == later.front().separator; });
  const auto have = [](std::span<const Group> parts, std::size_t size) {
    return std::ranges::all_of(parts, [size](const Group& group) { return group.digits.size() == size; });
  };
  const bool is_indian = later.size() > 1 && later.front().separator == "," && first.size() <= 2 &&
                         have(later.first(later.size() - 1), 2) && later.back().digits.size() == 3;
  return has_one_separator && ((first.size() <= 3 && have(later, 3)) || is_indian);
}

// The digits as a plain number, if "decimal" stands before decimals and other separators between thousands only.
std::optional<std::string> to_plain_text(std::span<const Group> groups, char decimal) {
  const auto is_decimal = [decimal](const Group& group) {
    return group.separator.size() == 1 && group.separator[0] == decimal;
  };
  const bool has_decimals = groups.size() > 1 && is_decimal(groups.back());
  const std::span<const Group> whole = has_decimals ? groups.first(groups.size() - 1) : groups;
  if (std::ranges::any_of(whole, is_decimal)) return {};
  if (whole.size() > 1 && !are_thousands(whole)) return {};
  std::string text;
  for (const Group& group : whole) text += group.digits;
  if (has_decimals) text.append(".").append(groups.back().digits);
  return text;
}

// 1,5E+03: the exponent and what stands before it.
std::string_view take_exponent(std::string_view& text) {
  const std::size_t begin = text.find_first_of("eE");
  if (begin == std::string_view::npos) return {};
  std::string_view digits = text.substr(begin + 1);
  if (digits.starts_with('+') || digits.starts_with('-')) digits.remove_prefix(1);
  if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return {};
  const std::string_view exponent = text.substr(begin);
  text = text.substr(0, begin);
  return exponent;
}

// Fills in what the digits say.
bool read_digits_of(std::string_view text, bool is_negative, WrittenNumber& number) {
  const std::string_view exponent = take_exponent(text);
  const std::vector<Group> groups = groups_of(text);
  if (groups.empty()) return false;
  const auto value = [&](char decimal) -> std::optional<double> {
    std::optional<std::string> plain = to_plain_text(groups, decimal);
    if (!plain) return {};
    const csv::Number read = csv::read_number((is_negative ? "-" : "") + plain->append(exponent));
    if (read.kind != csv::Number::Kind::finite) return {};
    return read.value;
  };
  number.by_point = value('.');
  number.by_comma = value(',');
  number.has_thousands =
      groups.size() > 2 || (groups.size() == 2 && groups[1].separator != "," && groups[1].separator != ".");
  return number.by_point || number.by_comma;
}

}  // namespace

std::optional<WrittenNumber> read_written_number(std::string_view text) {
  WrittenNumber number;
  trim_blanks(text);
  std::string_view sign = take_front(text, number_signs);
  number.currency = take_currency(text);
  number.percent = take_front(text, percents);
  trim_blanks(text);
  if (sign.empty()) sign = take_front(text, number_signs);
  if (number.currency.empty()) number.currency = take_back(text, currencies);
  if (number.percent.empty()) number.percent = take_back(text, percents);
  trim_blanks(text);
  if (!read_digits_of(text, !sign.empty() && sign != "+", number)) return {};
  return number;
}

std::optional<double> value_by(const WrittenNumber& number, char decimal) {
  return decimal == ',' ? number.by_comma : number.by_point;
}

}  // namespace gaptv
