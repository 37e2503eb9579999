// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/audit_columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_locator.h"
#include "gaptv/areas/rule_check.h"
#include "gaptv/base/number_text.h"
#include "gaptv/output/drawable_text.h"

namespace gaptv {
namespace {

// Half a unit of the last digit that is written.
double half_of_last_digit(double value) {
  const std::string text = exact_number_text(value);
  const std::size_t point = text.find('.');
  const std::size_t exponent_at = std::min(text.find('e'), text.size());
  const auto decimals = point < exponent_at ? static_cast<double>(exponent_at - point - 1) : 0.0;
  const double exponent = exponent_at < text.size() ? std::stod(text.substr(exponent_at + 1)) : 0.0;
  return 0.5 * std::pow(10.0, exponent - decimals);
}

// How far a published number may be from what it was rounded from: zeros at the end of 35430 need not be digits of it.
double half_of_last_place(double value) {
  constexpr int digits = 4;
  const bool is_rounded = value != 0 && round_statistic({.significant_digits = digits}, value) == value;
  const double place = is_rounded ? std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1 - digits) : 0;
  return std::max(half_of_last_digit(value), place / 2);
}

// The digits behind the point that a number is written with.
int decimals_of(double value) {
  if (value == std::floor(value)) return 0;
  return static_cast<int>(std::round(-std::log10(2 * half_of_last_digit(value))));
}

// Counts of rows that have a sum of outcomes with this mean and that are published as "rounded"; two are enough.
std::vector<std::uint64_t> possible_counts(double mean, const OutcomeSteps& outcomes, std::uint64_t rounded,
                                           const DisclosureRules& rules) {
  // Decimal numbers are not what doubles hold.
  constexpr double slack = 1e-9;
  const double tolerance = half_of_last_place(mean) * (1 + slack) + std::abs(mean) * 1e-15;
  std::vector<std::uint64_t> possible;
  const std::uint64_t last = rounded + largest_rounding_error(rules, rounded);
  for (std::uint64_t count = smallest_count_behind(rules, rounded); count <= last && possible.size() < 2; ++count) {
    const auto rows = static_cast<double>(count);
    const double steps = (mean - outcomes.first) / outcomes.step;
    const bool has_sum = std::abs(std::round(steps * rows) / rows - steps) * outcomes.step <= tolerance;
    if (has_sum && round_count(rules, count) == rounded) possible.push_back(count);
  }
  return possible;
}

bool is_half_of(std::size_t areas, const AuditedTable& table) {
  return areas > 0 && 2 * areas >= table.areas.size();
}

// Finds whether the entries are so many rows or people, of half of the areas or more, and not rounded.
bool tells_count(const AreaColumn& column, const AuditedTable& table, std::size_t CountedArea::*count) {
  std::size_t equal = 0;
  bool is_rounded = true;
  for (std::size_t area = 0; area < table.areas.size(); ++area) {
    const std::size_t counted = table.counted.areas[area].*count;
    if (number_of(column.values[area]) != static_cast<double>(counted)) continue;
    ++equal;
    is_rounded = is_rounded && round_count(table.rules, counted) == counted;
  }
  return is_half_of(equal, table) && !is_rounded;
}

// Finds whether the entries are sums of outcomes or, with more digits than are published, their means, of half of the
// areas or more. A sum over a mean is the number of rows.
bool tells_sum(const AreaColumn& column, const AuditedTable& table) {
  constexpr double order_of_sums = 1e-9;
  std::size_t equal = 0;
  for (std::size_t area = 0; area < table.areas.size(); ++area) {
    const CountedArea& of = table.counted.areas[area];
    const std::optional<double> number = number_of(column.values[area]);
    // Small whole sums, as of events, equal many other numbers.
    if (!number || of.rows == 0 || round_statistic({.significant_digits = 4}, *number) == *number) continue;
    const double slack = order_of_sums * of.magnitude;
    const bool is_sum = std::abs(*number - of.outcome) <= slack;
    const bool is_mean = std::abs(*number - of.outcome / of.size) <= slack / of.size;
    equal += is_sum || is_mean ? 1U : 0U;
  }
  return is_half_of(equal, table);
}

// Counts the areas whose entry is that of one of their people, and of no other, in a column of the rows.
std::size_t areas_that_tell_one(const AreaColumn& column, const ColumnView& of_rows, const AuditedTable& table) {
  std::vector<std::optional<double>> entries;
  for (const AreaValue& value : column.values) entries.push_back(number_of(value));
  std::map<std::uint32_t, std::optional<std::uint32_t>> owner;  // by area; none if there are several
  for (std::size_t row = 0; row < of_rows.size; ++row) {
    const std::uint32_t area = table.counted.area_of_row[row];
    if (area == in_no_area || entries[area] != of_rows[row]) continue;
    const auto [found, is_new] = owner.emplace(area, table.counted.who[row]);
    if (!is_new && found->second != table.counted.who[row]) found->second.reset();
  }
  return static_cast<std::size_t>(std::ranges::count_if(owner, [](const auto& of) { return of.second.has_value(); }));
}

// What is wrong with a column that no rule is about; empty if nothing is known to be.
std::string fault_of(const AreaColumn& column, const AuditedTable& table) {
  if (table.rules.rounding != CountRounding::none) {
    const bool is_rows = tells_count(column, table, &CountedArea::rows);
    if (is_rows || tells_count(column, table, &CountedArea::people)) {
      return std::string("is the number of ") + (is_rows ? "rows" : "people") +
             ", which is not rounded as the rules say; leave it out";
    }
    if (!table.rows.outcome.empty() && tells_sum(column, table)) {
      return "has sums of outcomes, or means with all digits, which tell the counts behind rounded ones; leave it out";
    }
  }
  if (is_half_of(areas_that_tell_one(column, table.rows.outcome, table), table)) {
    return "is the outcome of one person in half of the areas or more; leave it out";
  }
  for (const ColumnView& feature : table.rows.features) {
    if (is_half_of(areas_that_tell_one(column, feature, table), table)) {
      return "is the coordinate of one person in half of the areas or more; leave it out";
    }
  }
  return {};
}

}  // namespace

std::vector<OutcomeSteps> find_outcome_steps(const DataView& rows, const RowsInAreas& counted) {
  std::vector<OutcomeSteps> steps(counted.areas.size());
  if (rows.outcome.empty() || !rows.weight.empty() || !rows.exposure.empty()) return steps;
  constexpr int most_decimals = 6;
  constexpr double longest = 1e15;  // whole numbers that a double holds
  struct Area {
    int decimals = 0;
    std::optional<std::int64_t> first;
    std::int64_t step = 0;
    bool is_known = true;
  };
  std::vector<Area> areas(counted.areas.size());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (counted.area_of_row[row] == in_no_area) continue;
    Area& area = areas[counted.area_of_row[row]];
    area.decimals = std::max(area.decimals, decimals_of(rows.outcome[row]));
  }
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (counted.area_of_row[row] == in_no_area) continue;
    Area& area = areas[counted.area_of_row[row]];
    const double whole = std::round(rows.outcome[row] * std::pow(10.0, area.decimals));
    area.is_known = area.is_known && area.decimals <= most_decimals && std::abs(whole) < longest;
    if (!area.is_known) continue;
    if (!area.first) area.first = static_cast<std::int64_t>(whole);
    area.step = std::gcd(area.step, static_cast<std::int64_t>(whole) - *area.first);
  }
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const Area& area = areas[i];
    if (!area.is_known || !area.first) continue;
    const double unit = std::pow(10.0, area.decimals);
    steps[i] = {static_cast<double>(*area.first) / unit, static_cast<double>(area.step) / unit};
  }
  return steps;
}

std::optional<double> number_of(const AreaValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto* const text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::nullopt;
  const std::size_t start = text->find_first_not_of(" \t\r\n");
  if (start == std::string::npos) return std::nullopt;
  const char* const end = text->data() + text->find_last_not_of(" \t\r\n") + 1;
  double number = 0;
  const auto result = std::from_chars(text->data() + start, end, number);
  return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

void check_exact_counts(Audit& audit, const AuditedTable& table) {
  const AreaColumn* const counts = find_area_column(table.areas, "count");
  const AreaColumn* const values = find_area_column(table.areas, "value");
  const bool is_rounded = table.rules.rounding != CountRounding::none;
  if (counts == nullptr || values == nullptr || !is_rounded) return;
  const std::vector<OutcomeSteps> outcome_steps = find_outcome_steps(table.rows, table.counted);
  const std::vector<std::string> names = area_names(table.areas);
  RuleCheck check(audit, "exact_count");
  for (std::size_t area = 0; area < table.areas.size(); ++area) {
    const std::optional<double> published = number_of(counts->values[area]);
    const std::optional<double> value = number_of(values->values[area]);
    const CountedArea& of = table.counted.areas[area];
    if (!published || !value || of.rows != of.people) continue;
    // Others are found not to be rounded, or not to be of these rows.
    if (!(*published > 0 && *published < 1e15) || *published != std::floor(*published)) continue;
    const auto rounded = static_cast<std::uint64_t>(*published);
    if (round_count(table.rules, rounded) != rounded) continue;
    const OutcomeSteps& outcomes = outcome_steps[area];
    const double step = step_of_means(table.rules, rounded);
    if (step == 0 || outcomes.step == 0) continue;
    const double steps = (*value - outcomes.first) / outcomes.step;
    const double away = std::abs(steps - round_to_step(steps, step)) * outcomes.step;
    if (away <= half_of_last_place(*value) * (1 + 1e-9)) continue;  // as any count may have it
    const std::vector<std::uint64_t> possible = possible_counts(*value, outcomes, rounded, table.rules);
    if (possible.empty()) continue;  // no mean of such outcomes
    check.add(names[area], static_cast<double>(possible.size()), 2, possible.size() > 1,
              -static_cast<double>(possible.size()),
              "tells that its count is " + std::to_string(possible.front()) + ", which was rounded: no other has " +
                  number_text(*value) + " for a mean; publish the value with fewer digits");
  }
  check.finish("no value tells the count behind a rounded one");
}

void check_other_content(Audit& audit, const AreaLayer& areas) {
  RuleCheck check(audit, "other_content");
  for (const std::string& other : areas.others) {
    check.add(
        "", 0, 0, false, 0,
        "the file holds " + drawable_text(other) +
            ", which would be published with the areas and which nobody looked at; write the areas alone to a new "
            "file");
  }
  check.finish();
}

void check_other_columns(Audit& audit, const AuditedTable& table) {
  RuleCheck check(audit, "other_column");
  std::string not_looked_at;
  for (const AreaColumn& column : table.areas.columns) {
    const std::string name = drawable_text(column.name);
    if (&column == find_area_column(table.areas, "id") || &column == find_area_column(table.areas, "unstable") ||
        column.name == "fid") {
      continue;
    }
    if (&column == find_area_column(table.areas, "count") || &column == find_area_column(table.areas, "value")) {
      const auto others = std::ranges::count_if(column.values, [](const AreaValue& v) { return !number_of(v); });
      if (others > 0) {
        audit.notes.push_back("column '" + name + "' has no number for " + std::to_string(others) +
                              " of the areas, which were not compared");
      }
      continue;
    }
    if (const std::string fault = fault_of(column, table); !fault.empty()) {
      check.add("", 0, 0, false, 0, std::string("column '").append(name).append("' ").append(fault));
      continue;
    }
    not_looked_at += (not_looked_at.empty() ? "'" : ", '") + name + "'";
  }
  check.finish();
  if (!not_looked_at.empty()) {
    audit.notes.push_back("no rule says what to make of " + not_looked_at +
                          ": look yourself at what these columns tell, or leave them out");
  }
}

}  // namespace gaptv
