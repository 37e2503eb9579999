// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/disclosure_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "gaptv/base/error.h"
#include "gaptv/base/nearest_word.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

constexpr std::array<DisclosureRules, 7> presets = {{
    // Eurostat, grids of the Farm Structure Survey (as in R's package MRG): at least 10 holdings, the two largest with
    // at most 85 % of a total, counts in tens.
    {.name = "eurostat-fss", .min_count = 10, .max_share = 85, .rounding = CountRounding::to_base, .round_base = 10},
    // Office for National Statistics (United Kingdom), outputs of secure research: threshold of 10, counts in fives.
    {.name = "ons-10-5", .min_count = 10, .rounding = CountRounding::to_base, .round_base = 5},
    // US Census Bureau, Disclosure Review Board: rounding of unweighted counts, 4 significant digits of statistics.
    {.name = "us-census-drb", .min_count = 15, .rounding = CountRounding::census_steps, .significant_digits = 4},
    // UK Longitudinal Linkage Collaboration, policy on outputs: fewer than 10 are suppressed, and zeros too.
    {.name = "uk-llc", .min_count = 10, .zero_is_small = true},
    // Centers for Medicare & Medicaid Services (United States), cell size suppression policy: no cell of 1 to 10.
    {.name = "cms", .min_count = 11},
    // Centers for Disease Control and Prevention (United States), WISQARS: counts below 10 are suppressed, rates of 20
    // events or fewer are marked as unstable.
    {.name = "cdc-wisqars", .min_count = 10, .unstable_events = 20},
    // OpenSAFELY (United Kingdom), permitted outputs: counts of 7 or fewer are redacted, all are rounded to midpoint 6.
    {.name = "opensafely", .min_count = 8, .rounding = CountRounding::midpoint_6},
}};

std::uint64_t round_to_multiple(std::uint64_t count, std::uint64_t base) {
  if (base < 2) return count;
  const std::uint64_t below = count / base;
  const std::uint64_t rest = count % base;
  const bool goes_up = rest > base - rest || (rest == base - rest && below % 2 == 1);
  return (below + (goes_up ? 1 : 0)) * base;
}

std::uint64_t census_step(std::uint64_t count) {
  constexpr std::array<std::array<std::uint64_t, 2>, 5> steps = {
      {{100, 10}, {1000, 50}, {10'000, 100}, {100'000, 500}, {1'000'000, 1000}}};
  for (const auto& [end, step] : steps) {
    if (count < end) return step;
  }
  std::uint64_t step = 1000;
  for (std::uint64_t rest = count / 10'000'000; rest > 0; rest /= 10) step *= 10;
  return step;
}

}  // namespace

std::span<const DisclosureRules> all_disclosure_rules() {
  return presets;
}

const DisclosureRules& find_rules(std::string_view name) {
  std::vector<std::string> names;
  std::string list;
  for (const DisclosureRules& rules : presets) {
    if (rules.name == name) return rules;
    names.emplace_back(rules.name);
    list += (list.empty() ? "" : ", ") + names.back();
  }
  const std::string nearest = nearest_word(std::string(name), names);
  throw InvalidInput("there are no rules called '" + std::string(name) + "'" +
                     (nearest.empty() ? "" : "; did you mean " + nearest + "?") + " (there are " + list + ")");
}

std::string describe(const DisclosureRules& rules) {
  std::string text = "at least " + std::to_string(rules.min_count) + " people";
  if (rules.max_share > 0) text += ", the two largest with at most " + number_text(rules.max_share) + " % of a total";
  if (rules.p_percent > 0) text += ", the largest not to be known within " + number_text(rules.p_percent) + " %";
  if (rules.zero_is_small) text += ", no area of nobody";
  if (rules.rounding == CountRounding::to_base) text += ", counts in steps of " + std::to_string(rules.round_base);
  if (rules.rounding == CountRounding::census_steps) text += ", counts in steps that grow with them";
  if (rules.rounding == CountRounding::midpoint_6) text += ", counts rounded to the middle of six";
  if (rules.unstable_events > 0) {
    text += ", rates of at most " + std::to_string(rules.unstable_events) + " events marked";
  }
  if (rules.significant_digits > 0) {
    text += ", values with " + std::to_string(rules.significant_digits) + " significant digits";
  }
  return text;
}

void check_rules(const DisclosureRules& rules) {
  const auto refuse = [](const char* option, double value, const char* remedy) {
    throw InvalidInput(std::string("`") + option + "` is " + number_text(value) + "; " + remedy);
  };
  if (!(rules.max_share >= 0 && rules.max_share <= 100)) {
    refuse("max_share", rules.max_share, "give a share in percent, 0 to 100");
  }
  if (!(rules.p_percent >= 0 && rules.p_percent <= 100)) {
    refuse("p_percent", rules.p_percent, "give a percentage, 0 to 100");
  }
  if (rules.rounding == CountRounding::to_base && (rules.round_base < 1 || rules.round_base > 1'000'000'000)) {
    refuse("round_to", static_cast<double>(rules.round_base), "give what counts are multiples of, as 5 or 10");
  }
}

std::uint64_t round_count(const DisclosureRules& rules, std::uint64_t count) {
  switch (rules.rounding) {
    case CountRounding::none:
      return count;
    case CountRounding::to_base:
      return round_to_multiple(count, rules.round_base);
    case CountRounding::census_steps:
      return round_to_multiple(count, census_step(count));
    case CountRounding::midpoint_6:
      return count == 0 ? 0 : (count + 5) / 6 * 6 - 3;
  }
  return count;
}

std::uint64_t largest_rounding_error(const DisclosureRules& rules, std::uint64_t count) {
  switch (rules.rounding) {
    case CountRounding::none:
      return 0;
    case CountRounding::to_base:
      return rules.round_base / 2;
    case CountRounding::census_steps:
      return census_step(count) / 2;
    case CountRounding::midpoint_6:
      return 3;
  }
  return 0;
}

std::uint64_t smallest_count_behind(const DisclosureRules& rules, std::uint64_t rounded) {
  const std::uint64_t error = largest_rounding_error(rules, rounded);
  return std::max({rounded > error ? rounded - error : 0, rules.min_count, std::uint64_t{1}});
}

double step_of_means(const DisclosureRules& rules, std::uint64_t rounded) {
  if (rules.rounding == CountRounding::none || largest_rounding_error(rules, rounded) == 0) return 0;
  const std::uint64_t smallest = smallest_count_behind(rules, rounded);
  std::uint64_t parts = 1;  // of 1
  for (std::uint64_t power = 1; power <= smallest && power <= 1'000'000'000; power *= 10) {
    for (const std::uint64_t more : {1U, 2U, 5U}) {
      if (more * power <= smallest) parts = more * power;
    }
  }
  return 1 / static_cast<double>(parts);
}

double round_to_step(double value, double step) {
  const double parts = std::round(1 / step);
  return std::nearbyint(value * parts) / parts;
}

double round_statistic(const DisclosureRules& rules, double value) {
  if (rules.significant_digits <= 0 || !std::isfinite(value)) return value;
  // What a number is in decimals is its shortest text: of doubles themselves, few are ties.
  std::array<char, 64> text = {};
  const auto kept = static_cast<std::size_t>(rules.significant_digits);
  char* const end =
      std::to_chars(text.data(), text.data() + text.size(), std::abs(value), std::chars_format::scientific).ptr;
  std::string written(text.data(), end);
  const std::size_t exponent_at = written.find('e');
  std::string digits = written.substr(0, 1);
  if (exponent_at > 2) digits += written.substr(2, exponent_at - 2);
  if (digits.size() <= kept) return value;
  const std::string rest = digits.substr(kept);
  digits.resize(kept);
  const bool is_tie = rest[0] == '5' && rest.find_first_not_of('0', 1) == std::string::npos;
  const bool goes_up = is_tie ? (digits.back() - '0') % 2 == 1 : rest[0] >= '5';
  const std::int64_t count = std::stoll(digits) + (goes_up ? 1 : 0);
  const int exponent = std::stoi(written.substr(exponent_at + 1)) - static_cast<int>(kept) + 1;
  const std::string rounded = std::to_string(count) + "e" + std::to_string(exponent);
  return std::copysign(std::strtod(rounded.c_str(), nullptr), value);
}

}  // namespace gaptv
