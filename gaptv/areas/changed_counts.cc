// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/changed_counts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_locator.h"
#include "gaptv/areas/audit_columns.h"
#include "gaptv/areas/differencing.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

// How far counts of the other file may be from what was counted then. Fewer than so many areas tell nothing of it.
double rounding_of(const std::vector<std::optional<double>>& counts, double count) {
  constexpr std::size_t fewest_areas = 3;
  constexpr std::uint64_t census_base = 10;
  std::uint64_t step = 0;
  std::size_t numbers = 0;
  for (const std::optional<double>& each : counts) {
    if (!each) continue;
    step = std::gcd(step, static_cast<std::uint64_t>(*each));
    ++numbers;
  }
  if (numbers < fewest_areas || step < 2) return 0;
  const DisclosureRules census = {.rounding = CountRounding::census_steps};
  const std::uint64_t by_census =
      step % census_base == 0 ? largest_rounding_error(census, static_cast<std::uint64_t>(count)) : 0;
  return static_cast<double>(std::max(step, by_census));
}

// How far a value of the other file may be from the mean of the rows of then: half of its last digit of four, and what
// hides a rounded count.
double rounding_of_value(double value, double step_of_outcomes, double count, double base,
                         const DisclosureRules& rules) {
  constexpr double digits = 1e-3;
  const auto rounded = static_cast<std::uint64_t>(count);
  const DisclosureRules others = {.min_count = rules.min_count,
                                  .rounding = CountRounding::to_base,
                                  .round_base = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(base))};
  const double step = std::max(step_of_means(rules, rounded), step_of_means(others, rounded));
  return digits / 2 * std::abs(value) + step_of_outcomes * step / 2;
}

// The numbers of a column; none where it has none that can be a count.
std::vector<std::optional<double>> counts_of(const AreaColumn& column) {
  std::vector<std::optional<double>> counts;
  for (const AreaValue& value : column.values) {
    const std::optional<double> count = number_of(value);
    counts.push_back(count && *count >= 0 && *count <= 1e15 ? count : std::nullopt);
  }
  return counts;
}

}  // namespace

ChangedAreas find_changed_areas(const DataView& rows, const RowsInAreas& counted, const AreaLayer& other,
                                const RowsInAreas& other_counted, const DisclosureRules& rules) {
  const AreaColumn* const column = find_area_column(other, "count");
  if (column == nullptr) return {};
  const std::vector<std::optional<double>> counts = counts_of(*column);
  const AreaColumn* const values = rows.outcome.empty() ? nullptr : find_area_column(other, "value");
  const std::vector<OutcomeSteps> steps = find_outcome_steps(rows, other_counted);
  // An area that is in one area of the other file, and in no other.
  constexpr std::uint32_t unknown = in_no_area - 1;
  std::vector<std::uint32_t> around(counted.areas.size(), unknown);
  std::vector<bool> is_filled(other.size(), true);
  for (std::size_t row = 0; row < counted.area_of_row.size(); ++row) {
    const std::uint32_t area = counted.area_of_row[row];
    const std::uint32_t of_other = other_counted.area_of_row[row];
    if (area == in_no_area) {
      if (of_other != in_no_area) is_filled[of_other] = false;
      continue;
    }
    if (around[area] == unknown) around[area] = of_other;
    if (around[area] == of_other) continue;
    if (around[area] != in_no_area) is_filled[around[area]] = false;
    if (of_other != in_no_area) is_filled[of_other] = false;
  }
  std::vector<double> error(other.size(), 0);
  for (std::size_t area = 0; area < around.size(); ++area) {
    if (around[area] < unknown) {
      error[around[area]] += static_cast<double>(largest_rounding_error(rules, counted.areas[area].people));
    }
  }
  ChangedAreas changed;
  std::vector<ChangedArea> of_value;
  std::size_t values_compared = 0;
  for (std::uint32_t area = 0; area < other.size(); ++area) {
    const std::size_t people = other_counted.areas[area].people;
    if (!counts[area] || !is_filled[area] || people == 0) continue;
    const double rounding =
        std::max(rounding_of(counts, *counts[area]), static_cast<double>(largest_rounding_error(rules, people)));
    const double difference = std::abs(static_cast<double>(people) - *counts[area]);
    const bool is_rounding = difference <= rounding + error[area];
    if (!is_rounding && difference < static_cast<double>(rules.min_count)) {
      changed.areas.push_back({.area = area, .published = *counts[area], .people = people});
    }
    const std::optional<double> value = values != nullptr ? number_of(values->values[area]) : std::nullopt;
    if (!value || !is_rounding) continue;
    ++values_compared;
    const CountedArea& of = other_counted.areas[area];
    const double mean = of.outcome / of.size;
    const double most =
        rounding_of_value(*value, steps[area].step, *counts[area], rounding_of(counts, *counts[area]), rules);
    if (std::abs(*value - mean) > most * (1 + 1e-9)) {
      of_value.push_back({.area = area, .published = *counts[area], .people = people, .value = *value, .mean = mean});
    }
  }
  changed.has_other_values = 2 * of_value.size() > values_compared;
  if (!changed.has_other_values) changed.areas.insert(changed.areas.end(), of_value.begin(), of_value.end());
  return changed;
}

std::string describe(const ChangedArea& changed) {
  if (changed.value) {
    return "said " + number_text(*changed.value) + " where the mean is " + number_text(changed.mean) +
           " now, and has about as many people as it had: who came or went may follow by subtraction";
  }
  return "had " + people_text(static_cast<std::size_t>(changed.published)) + " and has " +
         std::to_string(changed.people) + " now, so that who came or went follows by subtraction";
}

}  // namespace gaptv
