// SPDX-License-Identifier: MIT
// Copyright (c) the GapTV authors
#include "gaptv/areas/audit_columns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gaptv/areas/changed_counts.h"
#include "tests/areas/published_areas.h"
#include "tests/areas/refusal.h"

namespace gaptv::testing {
namespace {

// A column with a text in it is a column of texts.
TEST(Audit, ReadsNumbersThatAreTexts) {
  Published file;
  file.layer.columns[2] = {"count", AreaType::text, {std::string("7"), std::string(" 6 ")}};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"count"});
  file.layer.columns[2].values[0] = std::string("few");
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  ASSERT_EQ(file.audit().notes.size(), 1U);
  EXPECT_TRUE(has_text(file.audit().notes[0], "column 'count' has no number for 1 of the areas"));
  file.layer.columns[1] = {"value", AreaType::text, {std::string("12.5"), std::string("25")}};
  EXPECT_EQ(broken_rules(file.audit()), (Broken{"value", "value_of_one_row"}));
}

TEST(Audit, FindsCountsThatFollowFromValues) {
  Published file;
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 10;
  file.layer.columns[2].values = {std::int64_t{10}, std::int64_t{10}};
  // 11 and 13 rows near 10, with means of 2 / 11 and 4 / 13.
  for (std::size_t row = 0; row < 12; ++row) file.data.outcome[row] = row % 6 < 1 ? 1 : 0;
  file.layer.columns[1].values = {0.1667, 0.1667};
  EXPECT_EQ(broken_rules(file.audit()), Broken());  // 1 of 6 and 2 of 12
  for (int i = 0; i < 5; ++i) {
    file.data.features[0].push_back(0.4 + 0.2 * i);
    file.data.features[1].push_back(0.75);
    file.data.outcome.push_back(i < 1 ? 1 : 0);
  }
  file.layer.columns[1].values[0] = 0.1818;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"exact_count"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "exact_count").text, "its count is 11,"));
  file.layer.columns[1].values[0] = 0.2;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  // Rows are not people here, and fractions of rows tell no number of people.
  file.layer.columns[1].values[0] = 0.1818;
  file.ids = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 5, 12, 13, 14, 15};
  EXPECT_EQ(broken_rules(file.audit()), Broken());
}

// As percents, as -1 and 1, as incomes in thousands and in cents with all digits of their mean.
TEST(Audit, FindsCountsThatFollowFromValuesOfAnyUnit) {
  Published file;
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 10;
  file.layer.columns[2].values = {std::int64_t{10}, std::int64_t{10}};
  for (int i = 0; i < 5; ++i) {
    file.data.features[0].push_back(0.4 + 0.2 * i);
    file.data.features[1].push_back(0.75);
  }
  file.data.outcome.resize(17);
  const auto broken_with = [&](double unit, double first, double value) {
    double sum = 0;
    for (std::size_t row = 6; row < 12; ++row) sum += file.data.outcome[row] = first + (row % 6 < 3 ? unit : 0);
    for (const std::size_t row : {0U, 1U, 2U, 3U, 4U, 5U, 12U, 13U, 14U, 15U, 16U}) {
      file.data.outcome[row] = first + (row == 0 || row == 12 ? unit : 0);
    }
    file.layer.columns[1].values = {value, sum / 6};
    return broken_rules(file.audit());
  };
  EXPECT_EQ(broken_with(100, 0, 18.18), Broken{"exact_count"});
  EXPECT_EQ(broken_with(100, 0, 20), Broken());
  EXPECT_EQ(broken_with(2, -1, -0.6364), Broken{"exact_count"});
  EXPECT_EQ(broken_with(2, -1, -0.6), Broken());
  EXPECT_EQ(broken_with(1000, 35000, 35180), Broken{"exact_count"});
  EXPECT_EQ(broken_with(1000, 35000, 35200), Broken());
  EXPECT_EQ(broken_with(0.01, 35000, 35000.0018181818), Broken{"exact_count"});
  EXPECT_EQ(broken_with(0.01, 35000, 35000), Broken());
}

TEST(Audit, LooksAtOtherColumns) {
  Published file;
  file.layer.columns.push_back({"year", AreaType::integer, {std::int64_t{2025}, std::int64_t{2025}}});
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  ASSERT_EQ(file.audit().notes.size(), 1U);
  EXPECT_TRUE(has_text(file.audit().notes[0], "no rule says what to make of 'year'"));
  file.layer.columns[3] = {"highest", AreaType::number, {15.0, 25.0}};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"other_column"});
  file.layer.columns[3] = {"n", AreaType::number, {6.0, 6.0}};
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 5;
  file.layer.columns[1].values = {12.4, 22.4};
  file.layer.columns[2].values = {std::int64_t{5}, std::int64_t{5}};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"other_column"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "other_column").text, "'n' is the number of rows"));
}

// One wrong entry hides no column of exact counts.
TEST(Audit, FindsOtherColumnsThatTellCountsOrPeople) {
  Published file;
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 5;
  file.layer.columns[1].values = {12.4, 22.4};
  file.layer.columns[2].values = {std::int64_t{5}, std::int64_t{5}};
  const auto broken_with = [&](std::vector<AreaValue> values) {
    file.layer.columns.resize(3);
    file.layer.columns.push_back({"more", AreaType::number, std::move(values)});
    return broken_rules(file.audit());
  };
  EXPECT_EQ(broken_with({0.0, 0.0}), Broken());
  EXPECT_EQ(broken_with({6.0, 99.0}), Broken{"other_column"});
  EXPECT_EQ(broken_with({std::monostate(), std::string("6")}), Broken{"other_column"});
  file.data.outcome[0] = 1000.25;
  file.data.outcome[6] = 1000.25;
  file.layer.columns[1].values = {177.5, 185.9};
  EXPECT_EQ(broken_with({1065.25, 1115.25}), Broken{"other_column"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "other_column").text, "'more' has sums of outcomes"));
  EXPECT_EQ(broken_with({1065.25 / 6, 0.0}), Broken{"other_column"});
  EXPECT_EQ(broken_with({177.5, 185.9}), Broken());
  EXPECT_EQ(broken_with({0.3, 2.5}), Broken{"other_column"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "other_column").text, "the coordinate of one person"));
}

TEST(Audit, FindsWhatElseAFileHolds) {
  Published file;
  file.layer.others = {"the table 'people'"};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"other_content"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "other_content").text, "holds the table 'people'"));
}

TEST(Audit, KnowsThatMiddlesOfSixHaveNoTies) {
  Published file;
  file.rules.rounding = CountRounding::midpoint_6;
  file.layer.columns[1].values = {12.4, 22.4};
  file.layer.columns[2].values = {std::int64_t{3}, std::int64_t{3}};
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.layer.columns[2].values[0] = std::int64_t{9};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"count"});
}

TEST(Audit, FindsWhoCameSinceAnEarlierRelease) {
  Published file;
  AreaLayer earlier = file.layer;
  const auto against = [&] {
    file.others = {{"old.gpkg", earlier}};
    return broken_rules(file.audit());
  };
  EXPECT_EQ(against(), Broken());
  earlier.columns[2].values[0] = std::int64_t{4};
  EXPECT_EQ(against(), Broken{"difference"});
  EXPECT_EQ(finding_of(file.audit(), "difference").measured, 2);
  EXPECT_EQ(finding_of(file.audit(), "difference").region, "old.gpkg: 1");
  // As many as an area needs, and more.
  earlier.columns[2].values[0] = std::int64_t{1};
  EXPECT_EQ(against(), Broken());
  // Both areas together are one of the earlier release.
  earlier.geometry = {box(0, 0, 4, 4)};
  for (AreaColumn& column : earlier.columns) column.values.resize(1);
  earlier.columns[2].values[0] = std::int64_t{13};
  EXPECT_EQ(against(), Broken{"difference"});
  // Half of an area of today is in it, so that its count of today is not known.
  earlier.geometry = {box(0, 0, 1.05, 4)};
  earlier.columns[2].values[0] = std::int64_t{3};
  EXPECT_EQ(find_changed_areas(file.data.view(), count_rows_in_areas(file.layer, file.data.view(), {}), earlier,
                               count_rows_in_areas(earlier, file.data.view(), {}), file.rules)
                .areas.size(),
            0U);
}

// The rounded count hides that somebody came, and the mean tells it.
TEST(Audit, FindsWhoCameSinceAnEarlierReleaseByItsValues) {
  Published file;
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 5;
  file.layer.columns[1].values = {12.4, 22.4};
  file.layer.columns[2].values = {std::int64_t{5}, std::int64_t{5}};
  AreaLayer earlier = file.layer;
  const auto against = [&] {
    file.others = {{"old.gpkg", earlier}};
    return broken_rules(file.audit());
  };
  EXPECT_EQ(against(), Broken());
  earlier.columns[1].values[0] = 12.0;  // 10, 11, 12, 13 and 14, rounded to fifths
  EXPECT_EQ(against(), Broken{"difference"});
  EXPECT_TRUE(has_text(finding_of(file.audit(), "difference").text, "said 12 where the mean is 12.5 now"));
  // Of another outcome, or of other people.
  earlier.columns[1].values = {0.2, 0.4};
  EXPECT_EQ(against(), Broken());
  EXPECT_TRUE(has_text(file.audit().notes.front(), "most values of old.gpkg are not the means"));
}

TEST(Audit, TakesRoundingForNoChange) {
  Published file;
  AreaLayer earlier;
  earlier.geometry = {box(0, 0, 2, 4), box(2, 0, 4, 4), box(4, 0, 6, 4)};
  earlier.columns = {{"count", AreaType::integer, {std::int64_t{5}, std::int64_t{5}, std::int64_t{20}}}};
  file.others = {{"old.gpkg", earlier}};
  EXPECT_EQ(broken_rules(file.audit()), Broken());  // all are multiples of five
  file.others[0].layer.columns[0].values[2] = std::int64_t{21};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"difference"});
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 5;
  file.layer.columns[1].values = {12.4, 22.4};
  file.layer.columns[2].values = {std::int64_t{5}, std::int64_t{5}};
  EXPECT_EQ(broken_rules(file.audit()), Broken());
}

TEST(Audit, TakesTheRoundingOfEveryAreaThatFillsAnEarlierOneForNoChange) {
  Published file;
  file.rules.min_count = 9;
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 5;
  AreaLayer earlier = file.layer;
  earlier.geometry = {box(0, 0, 4, 4)};
  for (AreaColumn& column : earlier.columns) column.values.resize(1);
  const auto changes_from = [&](std::int64_t count) {
    earlier.columns[2].values[0] = count;
    return find_changed_areas(file.data.view(), count_rows_in_areas(file.layer, file.data.view(), {}), earlier,
                              count_rows_in_areas(earlier, file.data.view(), {}), file.rules)
        .areas.size();
  };
  // Of twelve people today two counts are published, each up to 2 away, and so may be the earlier one.
  EXPECT_EQ(changes_from(18), 0U);
  EXPECT_EQ(changes_from(19), 1U);
}

TEST(Audit, NamesAreasInTextThatCannotSteerATerminal) {
  Published file;
  file.layer.columns[0] = {"id", AreaType::text, {std::string("\x1b[31mred"), std::string("2")}};
  file.rules.min_count = 7;
  EXPECT_EQ(finding_of(file.audit(), "min_count").region, "\xEF\xBF\xBD[31mred");
}

TEST(Audit, FindsTooManyDigits) {
  Published file;
  file.layer.columns[1].values[0] = 12.5001;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.rules.significant_digits = 4;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"digits"});
}

TEST(Audit, FindsValuesThatAreNotTheMeanOrTellOne) {
  Published file;
  file.layer.columns[1].values[1] = 22.6;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"value"});
  file.layer.columns[1].values[1] = 25.0;
  EXPECT_EQ(broken_rules(file.audit()), (Broken{"value", "value_of_one_row"}));
  // Two people have it.
  file.data.outcome[6] = 25;
  file.layer.columns[1].values[1] = 25.0;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"value"});
  file.layer.columns[1].values[1] = 23.33;
  EXPECT_EQ(broken_rules(file.audit()), Broken());
}

TEST(Audit, FindsCountsThatAreNotRoundedOrNotOfTheRows) {
  Published file;
  file.rules.rounding = CountRounding::to_base;
  file.rules.round_base = 5;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"rounding"});
  file.layer.columns[1].values = {12.4, 22.4};
  file.layer.columns[2].values = {std::int64_t{5}, std::int64_t{5}};
  EXPECT_EQ(broken_rules(file.audit()), Broken());
  file.layer.columns[2].values[1] = std::int64_t{10};
  EXPECT_EQ(broken_rules(file.audit()), Broken{"count"});
  file.layer.columns[2].values[1] = 5.5;
  EXPECT_EQ(broken_rules(file.audit()), Broken{"rounding"});
}

}  // namespace
}  // namespace gaptv::testing
