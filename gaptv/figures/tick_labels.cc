// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/figures/tick_labels.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace gaptv::figures {
namespace {

constexpr std::string_view minus_sign = "\u2212";
constexpr std::size_t longest_written_out = 7;
// As many digits as a double can be trusted with after a few operations: ticks at 0.1 + 0.2 are at 0.3.
constexpr int trusted_digits = 14;

// "d.ddd" and the exponent of ten, without zeros at the end.
struct Decimal {
  std::string digits;  // without the point
  int exponent = 0;
  bool is_negative = false;
};

Decimal decimal_of(double value) {
  std::array<char, 40> text{};
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), std::abs(value),
                                        std::chars_format::scientific, trusted_digits - 1)
                              .ptr;
  const std::string_view number(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t mark = number.find('e');
  Decimal decimal;
  decimal.digits = number.substr(0, mark);
  std::erase(decimal.digits, '.');
  const std::size_t exponent = number.find_first_not_of("e+", mark);
  std::from_chars(number.data() + exponent, end, decimal.exponent);
  decimal.digits.resize(std::max<std::size_t>(decimal.digits.find_last_not_of('0') + 1, 1));
  decimal.is_negative = value < 0;
  return decimal;
}

// The place of the last digit that is not zero: 2 for 0.25, -3 for 5000.
int decimals_of(const Decimal& decimal) {
  return static_cast<int>(decimal.digits.size()) - 1 - decimal.exponent;
}

std::string written_out(const Decimal& decimal, int decimals) {
  const auto digit = [&](int place) {  // place 0 = ones, -1 = tenths
    const int index = decimal.exponent - place;
    const bool is_stored = index >= 0 && index < static_cast<int>(decimal.digits.size());
    return is_stored ? decimal.digits[static_cast<std::size_t>(index)] : '0';
  };
  std::string text;
  for (int place = std::max(decimal.exponent, 0); place >= -decimals; --place) {
    if (place == -1) text += '.';
    text += digit(place);
  }
  return text;
}

std::string superscript(int number) {
  static constexpr std::array<std::string_view, 10> digits = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                              "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = number < 0 ? "\u207b" : "";
  for (const char c : std::to_string(std::abs(number))) text += digits[static_cast<std::size_t>(c - '0')];
  return text;
}

std::string with_power_of_ten(const Decimal& decimal) {
  if (decimal.digits == "0") return "0";
  std::string mantissa = decimal.digits;
  if (mantissa.size() > 1) mantissa.insert(1, ".");
  if (decimal.exponent == 0) return mantissa;
  const std::string power = "10" + superscript(decimal.exponent);
  return mantissa == "1" ? power : mantissa + "\u00b7" + power;
}

// Ticks of a linear axis have equal steps and want equal digits (0.50, 0.75); those of a log axis do not (0.1, 1, 10).
// Two that are multiples of their distance, neighbours at that, are at most twice as far from zero as each other.
bool are_in_equal_steps(const std::vector<double>& values) {
  const std::size_t count = values.size();
  if (count < 2) return true;
  const double slack = 1e-6 * std::abs(values.back() - values.front());
  if (count == 2) return values[0] <= 0 || values[1] <= 2 * values[0] + slack;
  return std::abs(values[count - 1] - 2 * values[count - 2] + values[count - 3]) <= slack;
}

std::size_t character_count(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::size_t longest_of(const std::vector<std::string>& labels) {
  std::size_t longest = 0;
  for (const std::string& label : labels) longest = std::max(longest, character_count(label));
  return longest;
}

}  // namespace

std::vector<std::string> tick_labels(const std::vector<double>& values) {
  std::vector<Decimal> decimals;
  int places = 0;
  for (const double value : values) {
    decimals.push_back(decimal_of(value));
    if (value != 0) places = std::max(places, decimals_of(decimals.back()));
  }
  const bool has_equal_steps = are_in_equal_steps(values);
  std::vector<std::string> plain;
  std::vector<std::string> scientific;
  for (const Decimal& decimal : decimals) {
    const std::string sign(decimal.is_negative ? minus_sign : "");
    const bool is_zero = decimal.digits == "0";
    const int own_places = is_zero ? 0 : std::max(decimals_of(decimal), 0);
    plain.push_back(sign + (is_zero ? "0" : written_out(decimal, has_equal_steps ? places : own_places)));
    scientific.push_back(sign + with_power_of_ten(decimal));
  }
  const std::size_t plain_length = longest_of(plain);
  return plain_length > longest_written_out && longest_of(scientific) < plain_length ? scientific : plain;
}

}  // namespace gaptv::figures
