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

}  // namespace

std::vector<ChangedCount> find_changed_counts(const RowsInAreas& counted, const AreaLayer& other,
                                              const RowsInAreas& other_counted, const DisclosureRules& rules) {
  const AreaColumn* const column = find_area_column(other, "count");
  if (column == nullptr) return {};
  std::vector<std::optional<double>> counts;
  for (const AreaValue& value : column->values) {
    const std::optional<double> count = number_of(value);
    counts.push_back(count && *count >= 0 && *count <= 1e15 ? count : std::nullopt);
  }
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
  std::vector<ChangedCount> changed;
  for (std::uint32_t area = 0; area < other.size(); ++area) {
    const std::size_t people = other_counted.areas[area].people;
    if (!counts[area] || !is_filled[area] || people == 0) continue;
    const double rounding =
        std::max(rounding_of(counts, *counts[area]), static_cast<double>(largest_rounding_error(rules, people)));
    const double difference = std::abs(static_cast<double>(people) - *counts[area]);
    if (difference > rounding + error[area] && difference < static_cast<double>(rules.min_count)) {
      changed.push_back({area, *counts[area], people});
    }
  }
  return changed;
}

}  // namespace gaptv
