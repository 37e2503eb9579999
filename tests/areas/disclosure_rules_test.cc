// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/disclosure_rules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "gaptv/base/random.h"
#include "tests/areas/refusal.h"

namespace gaptv::testing {
namespace {

std::vector<std::uint64_t> rounded(const std::string& name, const std::vector<std::uint64_t>& counts) {
  std::vector<std::uint64_t> result;
  for (const std::uint64_t count : counts) result.push_back(round_count(find_rules(name), count));
  return result;
}

using Counts = std::vector<std::uint64_t>;

TEST(DisclosureRules, AreThoseOfTheOffices) {
  struct Office {
    const char* name;
    std::uint64_t min_count;
    double max_share;
    bool zero_is_small;
    std::uint64_t unstable_events;
    int digits;
  };
  const std::vector<Office> offices = {{"eurostat-fss", 10, 85, false, 0, 0}, {"ons-10-5", 10, 0, false, 0, 0},
                                       {"us-census-drb", 15, 0, false, 0, 4}, {"uk-llc", 10, 0, true, 0, 0},
                                       {"cms", 11, 0, false, 0, 0},           {"cdc-wisqars", 10, 0, false, 20, 0},
                                       {"opensafely", 8, 0, false, 0, 0}};
  ASSERT_EQ(all_disclosure_rules().size(), offices.size());
  for (const Office& office : offices) {
    const DisclosureRules& rules = find_rules(office.name);
    EXPECT_EQ(rules.min_count, office.min_count) << office.name;
    EXPECT_EQ(rules.max_share, office.max_share) << office.name;
    EXPECT_EQ(rules.p_percent, 0) << office.name;
    EXPECT_EQ(rules.zero_is_small, office.zero_is_small) << office.name;
    EXPECT_EQ(rules.unstable_events, office.unstable_events) << office.name;
    EXPECT_EQ(rules.significant_digits, office.digits) << office.name;
  }
  EXPECT_TRUE(has_text(refusal_of([] { find_rules("eurostat"); }), "eurostat-fss"));
  EXPECT_TRUE(has_text(describe(find_rules("us-census-drb")), "values with 4 significant digits"));
}

TEST(DisclosureRules, RoundCountsAsTheOfficesDo) {
  EXPECT_EQ(rounded("eurostat-fss", {10, 14, 15, 16, 25, 35, 1004}), (Counts{10, 10, 20, 20, 20, 40, 1000}));
  EXPECT_EQ(rounded("ons-10-5", {10, 12, 13, 17, 18}), (Counts{10, 10, 15, 15, 20}));
  EXPECT_EQ(rounded("us-census-drb", {15, 25, 99, 124, 125, 175, 999}), (Counts{20, 20, 100, 100, 100, 200, 1000}));
  EXPECT_EQ(rounded("us-census-drb", {1049, 1050, 1150, 9999, 10'249, 10'250, 10'750}),
            (Counts{1000, 1000, 1200, 10'000, 10'000, 10'000, 11'000}));
  EXPECT_EQ(rounded("us-census-drb", {100'500, 999'499, 1'234'567, 12'345'678, 123'450'000}),
            (Counts{100'000, 999'000, 1'235'000, 12'350'000, 123'400'000}));
  EXPECT_EQ(rounded("opensafely", {0, 1, 6, 7, 12, 13, 100}), (Counts{0, 3, 3, 9, 9, 15, 99}));
  EXPECT_EQ(rounded("uk-llc", {10, 11}), (Counts{10, 11}));
  EXPECT_EQ(rounded("cms", {11, 12}), (Counts{11, 12}));
}

TEST(DisclosureRules, KnowWhatIsBehindARoundedCount) {
  for (const DisclosureRules& rules : all_disclosure_rules()) {
    for (std::uint64_t count = rules.min_count; count < 30'000; ++count) {
      const std::uint64_t published = round_count(rules, count);
      ASSERT_EQ(round_count(rules, published), published) << rules.name << " " << count;
      ASSERT_LE(smallest_count_behind(rules, published), count) << rules.name << " " << count;
      const auto away = published > count ? published - count : count - published;
      ASSERT_LE(away, largest_rounding_error(rules, count)) << rules.name << " " << count;
    }
  }
}

TEST(DisclosureRules, RoundStatisticsWithTiesToEven) {
  const DisclosureRules rules = {.significant_digits = 4};
  // In doubles 2.0005 is above the tie and 1.0045 below it; in decimals both are ties.
  EXPECT_EQ(round_statistic(rules, 2.0005), 2.0);
  EXPECT_EQ(round_statistic(rules, 2.0015), 2.002);
  EXPECT_EQ(round_statistic(rules, 1.0045), 1.004);
  EXPECT_EQ(round_statistic(rules, -123.45), -123.4);
  EXPECT_EQ(round_statistic(rules, 99995), 100'000);
  EXPECT_EQ(round_statistic(rules, 99'985'000), 99'980'000);
  EXPECT_EQ(round_statistic(rules, 0.000123456), 0.0001235);
  EXPECT_EQ(round_statistic(rules, 12), 12);
  EXPECT_EQ(round_statistic(rules, 0), 0);
  EXPECT_EQ(round_statistic(rules, 1e300), 1e300);
  EXPECT_EQ(round_statistic({}, 1.23456), 1.23456);
}

// Whatever the count was, it may have been each of those that are published alike.
TEST(DisclosureRules, HaveAStepOfMeansThatEveryCountMayHave) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed);
    const DisclosureRules& rules = all_disclosure_rules()[static_cast<std::size_t>(random.uniform() * 7)];
    const std::uint64_t count = rules.min_count + static_cast<std::uint64_t>(std::exp(8 * random.uniform()));
    const auto events = std::floor(random.uniform() * (static_cast<double>(count) + 1));
    const std::uint64_t published = round_count(rules, count);
    const double step = step_of_means(rules, published);
    if (rules.rounding == CountRounding::none) {
      EXPECT_EQ(step, 0);
      continue;
    }
    const double value = round_to_step(events / static_cast<double>(count), step);
    for (std::uint64_t other = rules.min_count; other < 2 * count; ++other) {
      if (round_count(rules, other) != published) continue;
      const double of_other = std::round(value * static_cast<double>(other)) / static_cast<double>(other);
      ASSERT_LE(std::abs(of_other - value), step / 2 * (1 + 1e-9)) << rules.name << " " << count << " " << other;
    }
  }
  EXPECT_EQ(step_of_means(find_rules("ons-10-5"), 25), 0.05);
  EXPECT_EQ(step_of_means(find_rules("eurostat-fss"), 10), 0.1);
  EXPECT_EQ(step_of_means(find_rules("ons-10-5"), 1000), 0.002);
  EXPECT_EQ(step_of_means({.rounding = CountRounding::to_base, .round_base = 1}, 25), 0);
}

TEST(DisclosureRules, RefuseNumbersWithoutSense) {
  const auto refusal = [](const DisclosureRules& rules) { return refusal_of([&] { check_rules(rules); }); };
  EXPECT_TRUE(has_text(refusal({.max_share = -1}), "`max_share` is -1"));
  EXPECT_TRUE(has_text(refusal({.max_share = std::nan("")}), "`max_share`"));
  EXPECT_TRUE(has_text(refusal({.p_percent = 101}), "`p_percent` is 101"));
  EXPECT_TRUE(has_text(refusal({.rounding = CountRounding::to_base}), "`round_to` is 0"));
  EXPECT_EQ(refusal({.max_share = 100, .p_percent = 100}), "");
}

}  // namespace
}  // namespace gaptv::testing
