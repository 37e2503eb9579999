// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/data/number_like_text.h"

#include <algorithm>
#include <array>
#include <map>

#include "gaptv/data/csv/message.h"
#include "gaptv/data/csv/number.h"
#include "gaptv/data/text_parts.h"
#include "gaptv/data/written_number.h"

namespace gaptv {
namespace {

using csv::read_number;
using Kind = NumberLikeText::Kind;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
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
  take_front(text, number_signs);
  std::string_view unit = text;
  while (!unit.empty() && (is_digit(unit.front()) || !take_front(unit, number_separators).empty())) {
    if (!unit.empty() && is_digit(unit.front())) unit.remove_prefix(1);
  }
  std::string_view number = text.substr(0, text.size() - unit.size());
  trim_blanks(number);
  const std::optional<WrittenNumber> written = read_written_number(number);
  return written && is_unit(unit) ? NumberLikeText{Kind::unit, std::string(unit)} : NumberLikeText{};
}

// Four numbers of a year and two more, apart by the same sign, and perhaps a time behind them.
bool is_date(std::string_view text) {
  std::array<std::string_view, 3> parts;
  char separator = '\0';
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto end = std::ranges::find_if_not(text, is_digit);
    parts[i] = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(parts[i].size());
    if (parts[i].empty() || parts[i].size() > 4 || i + 1 == parts.size()) continue;
    if (text.empty() || std::string_view("-/.").find(text.front()) == std::string_view::npos) return false;
    if (separator != '\0' && text.front() != separator) return false;
    separator = text.front();
    text.remove_prefix(1);
  }
  const auto has = [&parts](std::size_t first, std::size_t last) {
    return parts[first].size() == 4 && (parts[1].size() == 1 || parts[1].size() == 2) &&
           (parts[last].size() == 1 || parts[last].size() == 2);
  };
  const bool is_short = parts[0].size() == 2 && parts[1].size() == 2 && parts[2].size() == 2 && text.empty();
  const bool has_time = text.empty() || text.front() == ' ' || text.front() == 'T';
  return has_time && (has(0, 2) || has(2, 0) || is_short);
}

// 12:30 or 7:05:10.
bool is_time(std::string_view text) {
  const std::size_t colon = text.find(':');
  return (colon == 1 || colon == 2) && text.size() >= colon + 3 && text.size() <= 12 &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || c == ':' || c == '.'; });
}

}  // namespace

NumberLikeText number_like_text(std::string_view text) {
  const csv::Number::Kind read = read_number(text).kind;
  if (read == csv::Number::Kind::finite) return {Kind::plain};
  if (read != csv::Number::Kind::text) return {};
  trim_blanks(text);
  if (is_date(text) || is_time(text)) return {Kind::date};
  const std::optional<WrittenNumber> written = read_written_number(text);
  if (!written) return with_unit(text);
  if (!written->percent.empty()) return {Kind::percent};
  if (!written->currency.empty()) return {Kind::currency};
  const bool has_separators = written->has_thousands || !written->by_point || text.find(',') != std::string_view::npos;
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
    case Kind::date:
      return "it is a date or a time: write a number instead, such as the year (2024.5) or the days since a first day";
    case Kind::unit:
      return "write a plain number, without the unit " + csv::quote_for_message(found.unit);
  }
  return {};
}

namespace {

std::string looks_like_a_number(std::string_view label, const NumberLikeText& found) {
  const std::string what = found.kind == Kind::date ? " looks like a date" : " looks like a number";
  return csv::quote_for_message(label) + what + ", not like a label; " + explain_number_remedy(found);
}

// Only together with others such a text tells that it is no label.
bool needs_company(const NumberLikeText& found) {
  return found.kind == Kind::unit || found.kind == Kind::date;
}

}  // namespace

std::optional<std::string> find_problem_of_label(std::string_view label) {
  const NumberLikeText found = number_like_text(label);
  if (found.kind == Kind::none || needs_company(found)) return std::nullopt;
  if (found.kind == Kind::plain) {
    return csv::quote_for_message(label) +
           " is a number, not a label like the others; make all of them numbers, or none";
  }
  return looks_like_a_number(label, found);
}

std::optional<NumberAmongLabels> find_number_among_labels(const std::vector<std::string>& labels) {
  constexpr std::size_t fewest_alike = 3;
  std::map<std::string, std::size_t> uses;  // dates have no unit, as nothing else that needs company
  for (const std::string& label : labels) {
    const NumberLikeText found = number_like_text(label);
    if (needs_company(found)) ++uses[found.unit];
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (std::optional<std::string> problem = find_problem_of_label(labels[i])) return NumberAmongLabels{i, *problem};
    const NumberLikeText found = number_like_text(labels[i]);
    if (!needs_company(found)) continue;
    const std::size_t alike = uses[found.unit];
    if (alike >= fewest_alike && 2 * alike > labels.size()) {
      return NumberAmongLabels{i, looks_like_a_number(labels[i], found)};
    }
  }
  return std::nullopt;
}

}  // namespace gaptv
