// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/audit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "gaptv/areas/area_checks.h"
#include "gaptv/areas/area_locator.h"
#include "gaptv/areas/audit_columns.h"
#include "gaptv/areas/changed_counts.h"
#include "gaptv/areas/differencing.h"
#include "gaptv/areas/rows_in_areas.h"
#include "gaptv/areas/rule_check.h"
#include "gaptv/base/error.h"
#include "gaptv/base/mention.h"
#include "gaptv/base/number_text.h"

namespace gaptv {
namespace {

// Sums of the same numbers in another order may differ in their last digits.
constexpr double order_of_sums = 1e-9;

// Published values have at least this many significant digits.
constexpr int fewest_digits_of_values = 4;

class Auditor {
 public:
  Auditor(const AreaLayer& areas, const DataView& rows, const std::vector<std::uint32_t>& ids,
          const DisclosureRules& rules)
      : areas_(areas),
        rows_(rows),
        rules_(rules),
        names_(area_names(areas)),
        counted_rows_(count_rows_in_areas(areas, rows, ids)),
        who_(counted_rows_.who),
        area_of_row_(counted_rows_.area_of_row),
        counted_(counted_rows_.areas),
        has_outcome_(!rows.outcome.empty()) {
    audit_.rows = rows.rows();
    audit_.rows_outside = counted_rows_.rows_outside;
  }

  Audit finish(std::span<const OtherAreas> others) {
    check_rows();
    check_overlaps();
    check_counts();
    check_places();
    check_contributions();
    check_published_counts();
    check_published_values();
    const AuditedTable table = {areas_, rows_, rules_, counted_rows_};
    check_exact_counts(audit_, table);
    check_other_columns(audit_, table);
    check_other_content(audit_, areas_);
    check_unstable();
    check_borders();
    check_complement();
    for (const OtherAreas& other : others) check_differences(other);
    explain();
    return std::move(audit_);
  }

 private:
  std::string name(std::size_t area) const { return names_[area]; }

  // Of areas without a row every rule would hold.
  void check_rows() {
    RuleCheck check(audit_, "rows");
    if (audit_.rows_outside == audit_.rows) {
      check.add("", 0, 1, false, 0, "no row is in any area, so that nothing was measured");
    }
    check.finish();
  }

  void check_overlaps() {
    RuleCheck check(audit_, "overlap");
    if (counted_rows_.rows_in_several > 0) {
      check.add("", static_cast<double>(counted_rows_.rows_in_several), 0, false, 0,
                std::to_string(counted_rows_.rows_in_several) + " rows are in two areas or more");
    }
    check.finish("no row is in two areas");
  }

  void check_counts() {
    RuleCheck check(audit_, "min_count");
    const auto limit = static_cast<double>(rules_.min_count);
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      const auto people = static_cast<double>(counted_[area].people);
      // Whether nobody is a small number of people is for the rules to say.
      const bool passed = people >= limit || (people == 0 && !rules_.zero_is_small);
      check.add(name(area), people, limit, passed, -people, "holds " + people_text(counted_[area].people));
    }
    check.finish();
  }

  void check_places() {
    RuleCheck check(audit_, "one_place");
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      if (counted_[area].rows == 0 || counted_[area].has_several_places) continue;
      check.add(name(area), 1, 2, false, 0, "has all its rows at one place, which is an address");
    }
    check.finish("every area has rows at several places");
  }

  // Yes or no is no amount that somebody contributes.
  bool is_yes_or_no() const {
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
      if (rows_.outcome[row] != 0 && rows_.outcome[row] != 1) return false;
    }
    return true;
  }

  void check_contributions() {
    if (rules_.max_share == 0 && rules_.p_percent == 0) return;
    if (!has_outcome_) {
      audit_.notes.emplace_back("without an outcome the largest contributions were not looked at");
      return;
    }
    if (is_yes_or_no()) {
      audit_.notes.emplace_back("the outcome is yes or no: the rule on the largest contributions does not apply");
      return;
    }
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
      if (rows_.outcome[row] < 0) {
        throw InvalidInput("outcome '" + rows_.outcome_name + "' is negative in " + mention_row(row) +
                           ": rules on the largest contributions (`max_share`, `p_percent`) have no meaning for "
                           "negative ones; use a rule on counts alone");
      }
    }
    if (rules_.max_share > 0) check_max_share();
    if (rules_.p_percent > 0) check_p_percent();
  }

  void check_max_share() {
    RuleCheck check(audit_, "max_share");
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      const CountedArea& of = counted_[area];
      if (!(of.total > 0)) continue;
      const double share = 100 * (of.largest + of.second) / of.total;
      check.add(name(area), share, rules_.max_share, share <= rules_.max_share * (1 + order_of_sums), share,
                "has " + number_text(std::round(10 * share) / 10) + " % of its total from the two largest");
    }
    check.finish();
  }

  void check_p_percent() {
    RuleCheck check(audit_, "p_percent");
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      const CountedArea& of = counted_[area];
      if (!(of.largest > 0)) continue;
      const double others = std::max(0.0, of.total - of.largest - of.second);
      const double percent = 100 * others / of.largest;
      const bool passed = 100 * others + order_of_sums * of.total >= rules_.p_percent * of.largest;
      check.add(name(area), percent, rules_.p_percent, passed, -percent,
                "tells the largest contribution within " + number_text(std::round(10 * percent) / 10) + " %");
    }
    check.finish();
  }

  void check_published_counts() {
    const AreaColumn* const column = find_area_column(areas_, "count");
    if (column == nullptr) {
      audit_.notes.emplace_back("the file has no column 'count', so that no counts were compared");
      return;
    }
    RuleCheck rounding(audit_, "rounding");
    RuleCheck agreement(audit_, "count");
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      const std::optional<double> published = number_of(column->values[area]);
      if (!published) continue;
      const bool is_count = *published >= 0 && *published <= 1e15 && *published == std::floor(*published);
      const std::uint64_t count = is_count ? static_cast<std::uint64_t>(*published) : 0;
      const auto rounded = static_cast<double>(round_count(rules_, count));
      if (!is_count || rounded != *published) {
        rounding.add(name(area), *published, rounded, false, 0,
                     "says " + number_text(*published) + ", which is not rounded as the rules say");
      }
      const double difference = std::abs(*published - static_cast<double>(counted_[area].people));
      const auto most = static_cast<double>(largest_rounding_error(rules_, counted_[area].people));
      // Middles of six know no ties, which others may round to the other side.
      const bool has_ties = rules_.rounding != CountRounding::midpoint_6;
      const bool agrees =
          has_ties ? difference <= most : static_cast<double>(round_count(rules_, counted_[area].people)) == *published;
      rows_of_others_ += agrees ? 0U : 1U;
      agreement.add(name(area), difference, most, agrees, difference,
                    "says " + number_text(*published) + " and holds " + people_text(counted_[area].people));
    }
    rounding.finish("every count is rounded as the rules say");
    agreement.finish();
  }

  void check_published_values() {
    const AreaColumn* const column = find_area_column(areas_, "value");
    if (column == nullptr || !has_outcome_) {
      audit_.notes.emplace_back(column == nullptr ? "the file has no column 'value', so that no values were compared"
                                                  : "without an outcome the values were not compared");
      return;
    }
    RuleCheck agreement(audit_, "value");
    RuleCheck digits(audit_, "digits");
    std::vector<bool> is_mean(areas_.size(), true);
    const std::vector<OutcomeSteps> steps = find_outcome_steps(rows_, counted_rows_);
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      const std::optional<double> published = number_of(column->values[area]);
      if (!published || counted_[area].rows == 0) continue;
      const double mean = counted_[area].outcome / counted_[area].size;
      // Half a unit of the last digit, of a number that begins with 1, and what hides a rounded count.
      const double step = steps[area].step * step_of_means(rules_, round_count(rules_, counted_[area].people));
      const double most = 0.5 * std::pow(10.0, 1 - fewest_digits_of_values) * std::abs(mean) + step / 2;
      const double slack =
          order_of_sums * counted_[area].magnitude / counted_[area].size + std::numeric_limits<double>::min();
      const double difference = std::abs(*published - mean);
      is_mean[area] = difference <= most + slack;
      agreement.add(name(area), difference, most, is_mean[area], difference,
                    "says " + number_text(*published) + " where the mean of its rows is " + number_text(mean));
      if (rules_.significant_digits > 0) {
        const double rounded = round_statistic(rules_, *published);
        if (rounded == *published) continue;
        digits.add(name(area), *published, rounded, false, 0,
                   "says " + number_text(*published) + ", which has more digits than the rules allow");
      }
    }
    agreement.finish();
    digits.finish(rules_.significant_digits > 0 ? "no value has more digits than the rules allow" : "");
    check_values_of_one_row(*column, is_mean);
  }

  // A value that is the mean of many rows may happen to be the outcome of one of them. One that is not tells it.
  void check_values_of_one_row(const AreaColumn& column, const std::vector<bool>& is_mean) {
    RuleCheck check(audit_, "value_of_one_row");
    std::vector<std::unordered_set<std::uint32_t>> owners(areas_.size());
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
      const std::uint32_t area = area_of_row_[row];
      if (area == in_no_area || is_mean[area]) continue;
      const std::optional<double> published = number_of(column.values[area]);
      if (published && *published == rows_.outcome[row] / rows_.exposure_of(row)) owners[area].insert(who_[row]);
    }
    for (std::size_t area = 0; area < owners.size(); ++area) {
      if (owners[area].size() != 1) continue;
      check.add(name(area), 1, 0, false, 0, "says the outcome of one of its people instead of their mean");
    }
    check.finish("no value is the outcome of one person");
  }

  // Events are counted; amounts are not.
  bool are_counts() const {
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
      if (rows_.outcome[row] < 0 || rows_.outcome[row] != std::floor(rows_.outcome[row])) return false;
    }
    return true;
  }

  void check_unstable() {
    if (rules_.unstable_events == 0 || !has_outcome_ || !are_counts()) return;
    const AreaColumn* const column = find_area_column(areas_, "unstable");
    RuleCheck check(audit_, "unstable");
    for (std::size_t area = 0; area < counted_.size(); ++area) {
      const std::optional<double> mark = column != nullptr ? number_of(column->values[area]) : std::nullopt;
      const bool needs_mark = counted_[area].outcome <= static_cast<double>(rules_.unstable_events);
      check.add(name(area), counted_[area].outcome, static_cast<double>(rules_.unstable_events),
                !needs_mark || (mark && *mark != 0), -counted_[area].outcome,
                "is a rate of " + number_text(counted_[area].outcome) + " events");
    }
    check.finish();
  }

  // Somebody who knows where a border comes from knows a coordinate that few people have.
  void check_borders() {
    RuleCheck check(audit_, "border");
    for (std::size_t axis = 0; axis < 2; ++axis) {
      std::unordered_map<double, std::uint32_t> area_of;  // of a border's coordinate, the first that has it
      for (std::uint32_t area = 0; area < areas_.size(); ++area) {
        for (const Polygon& polygon : areas_.geometry[area]) {
          const auto add = [&](const Ring& ring) {
            for (const MapPoint& point : ring) area_of.emplace(axis == 0 ? point.x : point.y, area);
          };
          add(polygon.outer);
          std::ranges::for_each(polygon.holes, add);
        }
      }
      std::unordered_map<double, std::vector<std::uint32_t>> people;
      for (std::size_t row = 0; row < rows_.rows(); ++row) {
        const double coordinate = rows_.features[axis][row];
        if (area_of.contains(coordinate)) people[coordinate].push_back(who_[row]);
      }
      std::vector<std::pair<double, std::size_t>> borders;
      for (auto& [coordinate, of] : people) {
        std::ranges::sort(of);
        of.erase(std::unique(of.begin(), of.end()), of.end());
        borders.emplace_back(coordinate, of.size());
      }
      std::ranges::sort(borders);
      for (const auto& [coordinate, count] : borders) {
        check.add(name(area_of[coordinate]), static_cast<double>(count), static_cast<double>(rules_.min_count),
                  count >= rules_.min_count, -static_cast<double>(count),
                  std::string("has a border at ") + (axis == 0 ? "x = " : "y = ") + number_text(coordinate) +
                      ", the coordinate of " + people_text(count));
      }
    }
    check.finish("no border is at a row's coordinate");
  }

  void check_complement() {
    RuleCheck check(audit_, "complement");
    std::vector<std::uint32_t> outside;
    for (std::size_t row = 0; row < rows_.rows(); ++row) {
      if (area_of_row_[row] == in_no_area) outside.push_back(who_[row]);
    }
    std::ranges::sort(outside);
    outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
    if (!outside.empty()) {
      check.add("", static_cast<double>(outside.size()), static_cast<double>(rules_.min_count),
                outside.size() >= rules_.min_count, 0,
                people_text(outside.size()) + " outside of all areas follow from the total of all rows");
    }
    check.finish("all rows are in areas, so that nobody is left if areas are taken from the total");
  }

  void check_differences(const OtherAreas& other) {
    check_coordinates(areas_, other);
    const RowsInAreas of_other = count_rows_in_areas(other.layer, rows_, who_);
    const std::vector<std::uint32_t>& area_of_row = of_other.area_of_row;
    const std::vector<std::string> other_names = area_names(other.layer);
    RuleCheck check(audit_, "difference");
    for (const SubtractedGroup& group : find_subtracted_groups(area_of_row_, area_of_row, who_, rules_.min_count)) {
      const std::string region = group.is_of_first ? name(group.area) : other.name + ": " + other_names[group.area];
      check.add(region, static_cast<double>(group.people), static_cast<double>(rules_.min_count), false, 0,
                describe(group, group.is_of_first ? " of " + other.name : std::string()));
    }
    const ChangedAreas changes = find_changed_areas(rows_, counted_rows_, other.layer, of_other, rules_);
    for (const ChangedArea& changed : changes.areas) {
      check.add(other.name + ": " + other_names[changed.area],
                std::abs(static_cast<double>(changed.people) - changed.published),
                static_cast<double>(rules_.min_count), false, 0, describe(changed));
    }
    if (changes.has_other_values) {
      audit_.notes.push_back(
          "most values of " + other.name +
          " are not the means of these rows: if it has the same outcome of nearly the same people, the "
          "difference tells of those who came or went");
    }
    check.finish("no small group follows by subtraction from " + other.name);
  }

  // Says what may be behind the findings.
  void explain() {
    const bool are_mostly_outside = 2 * audit_.rows_outside > audit_.rows;
    if (are_mostly_outside) {
      audit_.notes.emplace_back(
          "most rows are in no area: are x and y the right columns, and are they the coordinates of the file?");
    }
    if (are_mostly_outside || 4 * rows_of_others_ > areas_.size()) {
      audit_.notes.emplace_back(
          "many counts are not those of these rows: the areas were probably made from other rows, or with another "
          "`id`");
    }
  }

  const AreaLayer& areas_;
  const DataView& rows_;
  const DisclosureRules& rules_;
  std::vector<std::string> names_;
  RowsInAreas counted_rows_;
  const std::vector<std::uint32_t>& who_;
  const std::vector<std::uint32_t>& area_of_row_;
  const std::vector<CountedArea>& counted_;
  bool has_outcome_ = false;
  std::size_t rows_of_others_ = 0;  // areas whose counts are not those of the rows
  Audit audit_;
};

}  // namespace

void check_coordinates(const AreaLayer& areas, const OtherAreas& other) {
  if (areas.epsg == 0 || other.layer.epsg == 0 || areas.epsg == other.layer.epsg) return;
  throw InvalidInput(other.name + ": has other coordinates (EPSG:" + std::to_string(other.layer.epsg) +
                     ") than the areas (EPSG:" + std::to_string(areas.epsg) +
                     "); transform it, for example with ogr2ogr");
}

bool Audit::passed() const {
  return std::ranges::all_of(findings, &AuditFinding::passed);
}

Audit audit_areas(const AreaLayer& areas, const DataView& rows, const std::vector<std::uint32_t>& ids,
                  const DisclosureRules& rules, std::span<const OtherAreas> others) {
  check_rules(rules);
  if (rules.min_count == 0)
    throw InvalidInput("an audit needs to know how many people an area needs; give `min_count`");
  return Auditor(areas, rows, ids, rules).finish(others);
}

}  // namespace gaptv
