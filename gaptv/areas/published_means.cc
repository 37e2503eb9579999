// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/published_means.h"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

namespace gaptv {
namespace {

// Enough for people to read, too few to work out a single outcome from.
constexpr int most_significant_digits = 4;

// Outcomes are looked at in millionths: what is finer does not tell a count by four digits.
constexpr double millionths = 1e6;

// Returns how many millionths an outcome is, if it is a number of them.
std::optional<std::int64_t> in_millionths(double outcome) {
  constexpr double most = 4e18;  // differences are numbers too
  const double count = std::nearbyint(outcome * millionths);
  if (!(std::abs(count) < most) || count / millionths != outcome) return std::nullopt;
  return static_cast<std::int64_t>(count);
}

// Finds the largest unit of which all outcomes differ by whole numbers, in millionths.
class OutcomeUnit {
 public:
  void add(double outcome) {
    const std::optional<std::int64_t> count = in_millionths(outcome);
    has_unit_ = has_unit_ && count.has_value();
    if (!count) return;
    if (!first_) first_ = *count;
    unit_ = std::gcd(unit_, *count - *first_);
  }

  // 0 if all outcomes are the same, or differ by no numbers of that kind.
  std::int64_t unit() const { return has_unit_ ? unit_ : 0; }

  // Rounds to an outcome or so many units from one.
  double round(double mean, double step_of_units) const {
    const auto unit = static_cast<double>(unit_);
    const auto rest = static_cast<double>(*first_ % unit_);
    return (rest + unit * round_to_step((mean * millionths - rest) / unit, step_of_units)) / millionths;
  }

 private:
  bool has_unit_ = true;
  std::optional<std::int64_t> first_;
  std::int64_t unit_ = 0;
};

// The mean of the rows; outcomes that cancel leave 0, not the rounding errors of their sum.
double mean_of(const RegionRows& of) {
  constexpr double rounding_errors = 1e-13;
  const double spread = std::sqrt(of.outcomes.scatter / of.outcomes.weight);
  return std::abs(of.outcomes.mean) > rounding_errors * spread ? of.outcomes.mean : 0;
}

double published_mean(const RegionRows& of, const OutcomeUnit& unit, const DisclosureRules& rules) {
  DisclosureRules rounding = rules;
  if (rounding.significant_digits == 0) rounding.significant_digits = most_significant_digits;
  const double mean = mean_of(of);
  const double step_of_units = step_of_means(rules, round_count(rules, of.contributors.count()));
  const double step = step_of_units * static_cast<double>(unit.unit()) / millionths;
  const double last_digit =
      mean == 0 ? 0 : std::pow(10.0, std::floor(std::log10(std::abs(mean))) + 1 - rounding.significant_digits);
  return round_statistic(rounding, step > last_digit ? unit.round(mean, step_of_units) : mean);
}

}  // namespace

std::vector<double> publish_means(const std::vector<RegionRows>& regions, const std::vector<std::size_t>& region_of_row,
                                  const DisclosureRules& rules, const DataView& rows) {
  std::vector<OutcomeUnit> units(regions.size());
  if (rows.weight.empty() && rows.exposure.empty()) {
    for (std::size_t row = 0; row < rows.rows(); ++row) units[region_of_row[row]].add(rows.outcome[row]);
  }
  std::vector<double> values;
  for (std::size_t region = 0; region < regions.size(); ++region) {
    values.push_back(published_mean(regions[region], units[region], rules));
  }
  return values;
}

}  // namespace gaptv
