// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gaptv {

// Says how published counts are rounded. Ties go to the even multiple. Census steps: below 100 to 10, below 1,000 to
// 50, below 10,000 to 100, below 100,000 to 500, below 1,000,000 to 1,000, above to 4 significant digits. Midpoint 6:
// 1 to 6 become 3, 7 to 12 become 9 and so on; 0 stays.
enum class CountRounding { none, to_base, census_steps, midpoint_6 };

// Holds what a published file of areas has to keep. What is 0 or false is not asked for. The parameters of dominance
// (max_share, p_percent) are for the producer: a published file must not name them.
struct DisclosureRules {
  std::string_view name = {};
  std::uint64_t min_count = 0;  // of contributors to a region
  double max_share = 0;         // of a total, in percent, that the two largest contributors may have together
  double p_percent = 0;         // what is left of a total without the two largest, in percent of the largest
  CountRounding rounding = CountRounding::none;
  std::uint64_t round_base = 0;       // of CountRounding::to_base
  bool zero_is_small = false;         // a region without contributors breaks min_count too
  std::uint64_t unstable_events = 0;  // a rate of so many events or fewer has to be marked as unstable
  int significant_digits = 0;         // of published statistics
};

// Returns all presets.
std::span<const DisclosureRules> all_disclosure_rules();

// Finds a preset. Throws InvalidInput with the nearest name and all names if there is none.
const DisclosureRules& find_rules(std::string_view name);

// Says in words what the rules ask for. For the producer: it names the parameters of dominance.
std::string describe(const DisclosureRules& rules);

// Throws InvalidInput where a number makes no sense: a share above 100 %, rounding to a base of 0.
void check_rules(const DisclosureRules& rules);

// Rounds as the rules say. What is rounded already stays as it is.
std::uint64_t round_count(const DisclosureRules& rules, std::uint64_t count);

// Returns how far a rounded count may be from the count itself.
std::uint64_t largest_rounding_error(const DisclosureRules& rules, std::uint64_t count);

// Returns the smallest count that a published one may stand for.
std::uint64_t smallest_count_behind(const DisclosureRules& rules, std::uint64_t rounded);

// Means of whole numbers tell what rounding hides: 0.3043 is 7 of 23 and, near 20, of no other number. Returns the
// step to which such a mean has to be rounded so that it is possible for every count behind the published one: 1, 2 or
// 5 times a power of ten, at least 1 over the smallest of these counts. 0 where counts are not rounded.
double step_of_means(const DisclosureRules& rules, std::uint64_t rounded);

// Rounds to a multiple of a step of that kind, and returns the double nearest to the decimal number.
double round_to_step(double value, double step);

// Rounds to so many significant digits, ties of what is written in decimals to even; 0 digits: returns the value.
double round_statistic(const DisclosureRules& rules, double value);

}  // namespace gaptv
