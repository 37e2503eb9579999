// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/output/readable_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace gaptv {
namespace {

constexpr double written_out_below = 1e15;
constexpr double exponent_below = 1e-4;
constexpr double grouped_from = 1e4;
constexpr int most_digits = 17;

template <typename... Format>
std::string characters_of(Format... format) {
  std::array<char, 400> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), format...);
  return {buffer.data(), result.ptr};
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

// Whole numbers in threes.
std::string group_digits(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace

std::string short_number(double x, int digits) {
  if (!std::isfinite(x)) return characters_of(x);
  if (x == 0) return "0";
  const double size = std::abs(x);
  if (size < exponent_below || size >= written_out_below) {
    return characters_of(x, std::chars_format::general, digits);
  }
  const int whole_digits = static_cast<int>(std::floor(std::log10(size))) + 1;
  return without_trailing_zeros(characters_of(x, std::chars_format::fixed, std::max(0, digits - whole_digits)));
}

std::string number_in_range(double x, double range) {
  if (!(range >= exponent_below) || !(std::abs(x) < written_out_below)) return short_number(x);
  const int decimals = 3 - static_cast<int>(std::floor(std::log10(range)));
  const std::string text =
      without_trailing_zeros(characters_of(x, std::chars_format::fixed, std::clamp(decimals, 0, most_digits)));
  const std::size_t whole = std::min(text.find('.'), text.size());
  return std::abs(x) < grouped_from ? text : group_digits(text.substr(0, whole)) + text.substr(whole);
}

std::string with_error(const MeanAndError& value) {
  if (std::isnan(value.mean)) return "-";
  if (std::isnan(value.standard_error)) return short_number(value.mean);
  return short_number(value.mean) + " +- " + short_number(value.standard_error, 2);
}

std::vector<std::string> write_distinct_numbers(const std::vector<double>& increasing) {
  std::vector<std::string> texts(increasing.size());
  for (int digits = 4; digits <= most_digits; ++digits) {
    for (std::size_t i = 0; i < increasing.size(); ++i) texts[i] = short_number(increasing[i], digits);
    if (std::ranges::adjacent_find(texts) == texts.end()) break;
  }
  return texts;
}

std::string count_text(double count) {
  if (count != std::floor(count) || std::abs(count) >= written_out_below) return short_number(count);
  return group_digits(characters_of(static_cast<std::int64_t>(count)));
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  return characters_of(percent, std::chars_format::fixed, percent < 0.95 && percent > 0 ? 1 : 0) + " %";
}

std::string percent_in_range(double share, double range) {
  const double percent = 100 * share;
  if (!std::isfinite(percent) || !(range > 0)) return short_number(percent, 3) + " %";
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(100 * range)));
  const std::string text = characters_of(percent, std::chars_format::fixed, std::clamp(decimals, 0, most_digits));
  return without_trailing_zeros(text) + " %";
}

std::string plural(double count, const std::string& noun) {
  return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace gaptv
