// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gaptv/model/option_table.h"

// What rows of the table of options are made of (option_table.cc).
namespace gaptv {

// Throws InvalidInput, which says what to give instead.
[[noreturn]] void refuse_option(std::string_view name, const std::string& text, const std::string& remedy);

// Reads the whole text as a number.
template <typename Number>
bool parse_option(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

template <std::unsigned_integral Number>
Number parse_option_within(std::string_view name, const std::string& text, Number lowest, Number highest) {
  Number number = 0;
  if (parse_option(text, number) && number >= lowest && number <= highest) return number;
  refuse_option(name, text,
                highest == static_cast<Number>(-1)
                    ? "a whole number from " + std::to_string(lowest)
                    : "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
}
double parse_option_within(std::string_view name, const std::string& text, double lowest, double highest);

std::string option_text(double number);
template <std::unsigned_integral Number>
std::string option_text(Number number) {
  return std::to_string(number);
}
template <typename Number>
std::string option_text(const std::optional<Number>& number) {
  return number ? option_text(*number) : std::string();
}

// The type of a number that may be left open.
template <typename Number>
struct PlainOption {
  using Type = Number;
  static constexpr bool can_be_open = false;
};
template <typename Number>
struct PlainOption<std::optional<Number>> {
  using Type = Number;
  static constexpr bool can_be_open = true;
};

// A row for a field that is a number between two others, or nothing if it may be left open.
template <typename Field>
FitOption number_row(std::string_view name, std::string_view help, Field FitOptions::*field,
                     typename PlainOption<Field>::Type lowest, typename PlainOption<Field>::Type highest) {
  FitOption row;
  row.name = name;
  row.values = std::same_as<typename PlainOption<Field>::Type, double> ? "NUMBER" : "N";
  row.help = help;
  row.set = [name, field, lowest, highest](FitOptions& options, const std::string& text) {
    if constexpr (PlainOption<Field>::can_be_open) {
      options.*field = text.empty() ? Field() : Field(parse_option_within(name, text, lowest, highest));
    } else {
      options.*field = parse_option_within(name, text, lowest, highest);
    }
  };
  row.get = [field](const FitOptions& options) { return option_text(options.*field); };
  return row;
}

// A row for a field that is one of several names.
template <typename Rule>
FitOption rule_row(std::string_view name, std::string_view values, std::string_view help,
                   std::vector<std::pair<std::string, Rule>> names, std::function<Rule*(FitOptions&)> field) {
  FitOption row;
  row.name = name;
  row.values = values;
  row.help = help;
  row.set = [name, values, names, field](FitOptions& options, const std::string& text) {
    const auto found = std::ranges::find(names, text, [](const auto& entry) { return entry.first; });
    if (found == names.end()) refuse_option(name, text, write_in_words(std::string(values)));
    *field(options) = found->second;
  };
  row.get = [names, field](const FitOptions& options) {
    FitOptions copy = options;
    const Rule rule = *field(copy);
    return std::ranges::find(names, rule, [](const auto& entry) { return entry.second; })->first;
  };
  return row;
}

inline FitOption with_methods(FitOption row, std::string_view methods) {
  row.methods = methods;
  return row;
}

inline FitOption with_usual(FitOption row, std::vector<UsualValue> usual) {
  row.usual = std::move(usual);
  return row;
}

inline FitOption for_cell_losses(FitOption row) {
  row.is_for_cell_losses_only = true;
  return row;
}

inline FitOption without_record(FitOption row) {
  row.is_recorded = false;
  return row;
}

}  // namespace gaptv
